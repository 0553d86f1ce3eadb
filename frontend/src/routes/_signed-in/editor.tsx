import { createFileRoute } from '@tanstack/react-router';
import { EditorPage } from '../../features/editor/editor-page.tsx';

interface EditorSearch {
  /** The webhook whose template can be saved back. */
  webhook?: number;
  /** The call whose body is the input. */
  inv?: string;
}

export const Route = createFileRoute('/_signed-in/editor')({
  validateSearch: (search: Record<string, unknown>): EditorSearch => ({
    ...(Number.isSafeInteger(search.webhook) ? { webhook: search.webhook as number } : {}),
    ...(typeof search.inv === 'string' ? { inv: search.inv } : {}),
  }),
  component: Editor,
});

function Editor() {
  const { webhook, inv } = Route.useSearch();
  return <EditorPage webhookId={webhook} invocationId={inv} />;
}
