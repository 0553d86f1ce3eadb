import { createFileRoute } from '@tanstack/react-router';
import { VerifyDocs } from '../../features/docs/pages/verify.tsx';

export const Route = createFileRoute('/docs/verify')({ component: VerifyDocs });
