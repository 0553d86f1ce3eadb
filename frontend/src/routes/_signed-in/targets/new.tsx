import { createFileRoute } from '@tanstack/react-router';
import { targetKindsQuery } from '../../../data/targets.ts';
import { NewTargetPage } from '../../../features/targets/new-target-page.tsx';

export const Route = createFileRoute('/_signed-in/targets/new')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  component: NewTargetPage,
});
