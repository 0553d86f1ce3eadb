import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import templates from '../../features/docs/pages/templates.mdx';

export const Route = createFileRoute('/docs/templates')({
  component: () => <DocsPage at="/docs/templates" Text={templates} />,
});
