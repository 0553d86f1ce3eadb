import './no-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ASKING_ELEMENT, askingPage } from '../../lib/local/fakes/wire.ts';
import { queryClient } from '../src/lib/services.ts';
import { followSystemScheme } from '../src/lib/theme.ts';
import { ToastArea } from '../src/ui/toasts.tsx';
import { AskingPageView } from './asking.tsx';
import { MailsPage } from './mails.tsx';
import { ProvidersPage } from './providers.tsx';
import './fakes.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
const asking = document.getElementById(ASKING_ELEMENT);
followSystemScheme();
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    {asking ? (
      <AskingPageView asks={askingPage.parse(JSON.parse(asking.textContent ?? ''))} />
    ) : location.pathname === '/__fakes/mails' ? (
      <MailsPage />
    ) : (
      <ProvidersPage />
    )}
    <ToastArea />
  </QueryClientProvider>,
);
