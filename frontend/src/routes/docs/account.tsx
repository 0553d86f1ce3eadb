import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import account from '../../features/docs/pages/account.mdx';

export const Route = createFileRoute('/docs/account')({
  component: () => <DocsPage at="/docs/account" Text={account} />,
});
