import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import templateReference from '../../features/docs/pages/template-reference.mdx';

export const Route = createFileRoute('/docs/template-reference')({
  component: () => <DocsPage at="/docs/template-reference" Text={templateReference} />,
});
