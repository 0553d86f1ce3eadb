import { createFileRoute } from '@tanstack/react-router';
import { MAX_NAME } from '#contract/bounds';
import { targetKindsQuery } from '../../../data/targets.ts';
import { NewTargetPage } from '../../../features/targets/new-target-page.tsx';
import { editorsOnly } from '../../../lib/editors-only.ts';
import { onlyKnown } from '../../../lib/search.ts';

/** A link can preset the target's name and type, for instance a link from the command-line tool. */
const readWish = ({ name, type }: Record<string, unknown>): { name?: string; type?: string } => ({
  ...(typeof name === 'string' && { name: name.slice(0, MAX_NAME) }),
  ...(typeof type === 'string' && { type }),
});

export const Route = createFileRoute('/_signed-in/targets/new')({
  beforeLoad: editorsOnly('/targets'),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  validateSearch: onlyKnown(readWish),
  component: () => <NewTargetPage {...Route.useSearch()} />,
});
