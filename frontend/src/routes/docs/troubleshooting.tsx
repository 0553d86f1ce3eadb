import { createFileRoute } from '@tanstack/react-router';
import { TroubleshootingDocs } from '../../features/docs/pages/troubleshooting.tsx';

export const Route = createFileRoute('/docs/troubleshooting')({ component: TroubleshootingDocs });
