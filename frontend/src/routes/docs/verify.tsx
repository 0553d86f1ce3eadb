import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import verify from '../../features/docs/pages/verify.mdx';

export const Route = createFileRoute('/docs/verify')({ component: () => <DocsPage at="/docs/verify" Text={verify} /> });
