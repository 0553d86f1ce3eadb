import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import webhooks from '../../features/docs/pages/webhooks.mdx';

export const Route = createFileRoute('/docs/webhooks')({
  component: () => <DocsPage at="/docs/webhooks" Text={webhooks} />,
});
