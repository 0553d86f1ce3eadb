import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../../../features/accounts/forgot-page.tsx';

export const Route = createFileRoute('/user/password/forgot')({ component: ForgotPasswordPage });
