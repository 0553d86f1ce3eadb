import { createFileRoute } from '@tanstack/react-router';
import { PlansDocs } from '../../features/docs/pages/plans.tsx';

export const Route = createFileRoute('/docs/plans')({ component: PlansDocs });
