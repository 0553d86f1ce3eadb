import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import troubleshooting from '../../features/docs/pages/troubleshooting.mdx';

export const Route = createFileRoute('/docs/troubleshooting')({
  component: () => <DocsPage at="/docs/troubleshooting" Text={troubleshooting} />,
});
