import { createFileRoute } from '@tanstack/react-router';
import { AccountDocs } from '../../features/docs/pages/account.tsx';

export const Route = createFileRoute('/docs/account')({ component: AccountDocs });
