import { createFileRoute } from '@tanstack/react-router';
import { KeyRequestPage } from '../../../features/settings/key-request-page.tsx';

export const Route = createFileRoute('/_signed-in/user/cli')({ component: KeyRequestPage });
