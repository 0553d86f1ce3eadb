import { createFileRoute } from '@tanstack/react-router';
import { accountQuery, plansQuery } from '../../../data/account.ts';
import { webhooksQuery } from '../../../data/webhooks.ts';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';
import type { Arrival } from '../../../features/settings/subscription.tsx';
import { onlyKnown } from '../../../lib/search.ts';

export const Route = createFileRoute('/_signed-in/user/settings')({
  // After a cancelled payment, the browser returns to the page in its usual state.
  validateSearch: onlyKnown(({ subscription }): { subscription?: Arrival } => ({
    subscription: subscription === 'paid' || subscription === 'repaired' ? subscription : undefined,
  })),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(accountQuery());
    void queryClient.prefetchQuery(plansQuery());
    void queryClient.prefetchQuery(webhooksQuery());
  },
  component: Settings,
});

function Settings() {
  const { subscription } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SettingsPage arrival={subscription} onArrived={() => void navigate({ search: {}, replace: true })} />;
}
