import { createFileRoute } from '@tanstack/react-router';
import { overviewQueries } from '../../../data/overview.ts';
import { targetKindsQuery } from '../../../data/targets.ts';
import { readSetup } from '../../../features/targets/rules.ts';
import { TargetsPage } from '../../../features/targets/targets-page.tsx';
import { onlyKnown } from '../../../lib/search.ts';

export const Route = createFileRoute('/_signed-in/targets/')({
  loader: ({ context: { queryClient } }) => {
    // These queries share one request.
    void queryClient.prefetchQuery(overviewQueries.targets());
    void queryClient.prefetchQuery(overviewQueries.account());
    void queryClient.prefetchQuery(overviewQueries.failing());
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  validateSearch: onlyKnown(readSetup),
  component: List,
});

function List() {
  return <TargetsPage setup={Route.useSearch().setup} />;
}
