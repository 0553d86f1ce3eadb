import { createFileRoute } from '@tanstack/react-router';
import { targetKindsQuery, targetsQuery } from '../../data/targets.ts';
import { webhooksQuery } from '../../data/webhooks.ts';
import { EditorPage } from '../../features/editor/editor-page.tsx';
import { onlyKnown } from '../../lib/search.ts';

interface EditorSearch {
  /** The webhook whose template is edited. */
  webhook?: number;
  /** The webhook whose calls are offered as input; `webhook` by default. */
  from?: number;
  /** The call whose body is the input. */
  inv?: string;
}

export const Route = createFileRoute('/_signed-in/editor')({
  validateSearch: onlyKnown(
    (search): EditorSearch => ({
      ...(Number.isSafeInteger(search.webhook) ? { webhook: search.webhook as number } : {}),
      ...(Number.isSafeInteger(search.from) ? { from: search.from as number } : {}),
      ...(typeof search.inv === 'string' ? { inv: search.inv } : {}),
    }),
  ),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(webhooksQuery());
    void queryClient.prefetchQuery(targetsQuery());
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  component: Editor,
});

function Editor() {
  const { webhook, from, inv } = Route.useSearch();
  return <EditorPage webhookId={webhook} fromId={from ?? webhook} invocationId={inv} />;
}
