import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasts } from '../lib/services.ts';

// If the code cannot be loaded, toasts appear as plain text, because they matter most without a network.
const ToastsView = lazy(() =>
  import('./toasts-view.tsx').then(
    (module) => ({ default: () => <module.ToastsView /> }),
    () => ({ default: PlainToasts }),
  ),
);
let everShown = false;

/** The toast area. Its code is fetched with the first toast. */
export function ToastArea() {
  const any = useSyncExternalStore(
    toasts.subscribe,
    () => toasts.list().length > 0,
    () => false,
  );
  everShown ||= any;
  if (!everShown) return null;
  return (
    <Suspense>
      <ToastsView />
    </Suspense>
  );
}

/** Replaces the toasts if the code that renders them cannot be fetched. */
function PlainToasts() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list);
  return (
    <div
      role="alert"
      data-toasts=""
      className="fixed top-5 right-5 z-60 flex w-[min(380px,calc(100vw-40px))] flex-col gap-2"
    >
      {list.map(({ id, summary, detail }) => (
        <div key={id} className="rounded-panel border border-line bg-raised px-4 py-3 text-ink shadow-raised">
          <p className="font-semibold wrap-anywhere">{summary}</p>
          <p className="text-meta text-ink-2 wrap-anywhere">{detail}</p>
        </div>
      ))}
    </div>
  );
}
