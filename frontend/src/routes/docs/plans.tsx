import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import plans from '../../features/docs/pages/plans.mdx';

export const Route = createFileRoute('/docs/plans')({ component: () => <DocsPage at="/docs/plans" Text={plans} /> });
