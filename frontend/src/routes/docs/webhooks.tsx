import { createFileRoute } from '@tanstack/react-router';
import { WebhooksDocs } from '../../features/docs/pages/webhooks.tsx';

export const Route = createFileRoute('/docs/webhooks')({ component: WebhooksDocs });
