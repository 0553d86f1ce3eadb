import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import testing from '../../features/docs/pages/testing.mdx';

export const Route = createFileRoute('/docs/testing')({
  component: () => <DocsPage at="/docs/testing" Text={testing} />,
});
