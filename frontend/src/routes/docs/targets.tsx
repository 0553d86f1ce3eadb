import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import targets from '../../features/docs/pages/targets.mdx';

export const Route = createFileRoute('/docs/targets')({
  component: () => <DocsPage at="/docs/targets" Text={targets} />,
});
