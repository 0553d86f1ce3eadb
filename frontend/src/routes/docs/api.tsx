import { createFileRoute } from '@tanstack/react-router';
import { ApiDocs } from '../../features/docs/pages/api.tsx';

export const Route = createFileRoute('/docs/api')({ component: ApiDocs });
