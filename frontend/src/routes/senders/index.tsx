import { createFileRoute } from '@tanstack/react-router';
import { SendersPage } from '../../features/senders/senders-page.tsx';

export const Route = createFileRoute('/senders/')({ component: SendersPage });
