import { createFileRoute, notFound } from '@tanstack/react-router';
import { targetKindsQuery, targetQuery } from '../../../data/targets.ts';
import { readSetup } from '../../../features/targets/rules.ts';
import { TargetPage } from '../../../features/targets/target-page.tsx';
import { onlyKnown } from '../../../lib/search.ts';

export const Route = createFileRoute('/_signed-in/targets/$id')({
  params: {
    parse: ({ id }) => ({ id: Number(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: onlyKnown(readSetup),
  loader: ({ context: { queryClient }, params: { id } }) => {
    if (!Number.isSafeInteger(id)) throw notFound();
    void queryClient.prefetchQuery(targetQuery(id));
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  component: View,
});

function View() {
  const { id } = Route.useParams();
  return <TargetPage key={id} id={id} setup={Route.useSearch().setup} />;
}
