import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasts } from '../lib/services.ts';

const ToastsView = lazy(() => import('./toasts-view.tsx').then((module) => ({ default: module.ToastsView })));
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
