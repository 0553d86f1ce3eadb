import { createFileRoute } from '@tanstack/react-router';
import { accountQuery, plansQuery } from '../../../data/account.ts';
import { SettingsPage } from '../../../features/settings/settings-page.tsx';

export const Route = createFileRoute('/_signed-in/user/settings')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(accountQuery());
    void queryClient.prefetchQuery(plansQuery());
  },
  component: SettingsPage,
});
