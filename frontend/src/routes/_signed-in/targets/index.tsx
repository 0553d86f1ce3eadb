import { createFileRoute } from '@tanstack/react-router';
import { accountQuery } from '../../../data/account.ts';
import { targetKindsQuery, targetsQuery } from '../../../data/targets.ts';
import { readSetup } from '../../../features/targets/rules.ts';
import { TargetsPage } from '../../../features/targets/targets-page.tsx';
import { onlyKnown } from '../../../lib/search.ts';

export const Route = createFileRoute('/_signed-in/targets/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(targetsQuery());
    void queryClient.prefetchQuery(targetKindsQuery());
    void queryClient.prefetchQuery(accountQuery());
  },
  validateSearch: onlyKnown(readSetup),
  component: List,
});

function List() {
  return <TargetsPage setup={Route.useSearch().setup} />;
}
