import { createFileRoute } from '@tanstack/react-router';
import { DocsPage } from '../../features/docs/docs-page.tsx';
import api from '../../features/docs/pages/api.mdx';

export const Route = createFileRoute('/docs/api')({ component: () => <DocsPage at="/docs/api" Text={api} /> });
