import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../../features/settings/audit-page.tsx';

export const Route = createFileRoute('/_signed-in/user/audit')({ component: AuditPage });
