import { createFileRoute } from '@tanstack/react-router';
import { accountQuery, plansQuery } from '../../data/account.ts';
import { targetKindsQuery, targetsQuery } from '../../data/targets.ts';
import { webhooksQuery } from '../../data/webhooks.ts';
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/_signed-in/dashboard')({
  // Started together before the page's code is there; the page shows its geometry while they are under way.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(accountQuery());
    void queryClient.prefetchQuery(webhooksQuery());
    void queryClient.prefetchQuery(targetsQuery());
    void queryClient.prefetchQuery(targetKindsQuery());
    void queryClient.prefetchQuery(plansQuery());
  },
  component: DashboardPage,
});
