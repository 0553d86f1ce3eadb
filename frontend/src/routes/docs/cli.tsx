import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import cli from '../../features/docs/pages/cli.mdx';

export const Route = createFileRoute('/docs/cli')({ component: () => <DocsPage at="/docs/cli" Text={cli} /> });
