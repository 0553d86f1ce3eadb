import { createFileRoute } from '@tanstack/react-router';
import { plansQuery } from '../../data/account.ts';
import { overviewQueries } from '../../data/overview.ts';
import { targetKindsQuery } from '../../data/targets.ts';
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/_signed-in/dashboard')({
  // The requests start together, before the page's code has arrived. The page shows skeletons in the meantime.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQueries.account());
    void queryClient.prefetchQuery(overviewQueries.webhooks());
    void queryClient.prefetchQuery(overviewQueries.targets());
    void queryClient.prefetchQuery(targetKindsQuery());
    void queryClient.prefetchQuery(plansQuery());
  },
  component: DashboardPage,
});
