import { createFileRoute } from '@tanstack/react-router';
import { TargetsDocs } from '../../features/docs/pages/targets.tsx';

export const Route = createFileRoute('/docs/targets')({ component: TargetsDocs });
