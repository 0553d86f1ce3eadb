import { type ComponentProps, lazy, Suspense } from 'react';
import type { Confirm } from './confirm.tsx';

const Question = lazy(() => import('./confirm.tsx').then((module) => ({ default: module.Confirm })));

/** An open {@link Confirm}, whose code is fetched with the first question. */
export const LateConfirm = (props: Omit<ComponentProps<typeof Confirm>, 'open'>) => (
  <Suspense>
    <Question open {...props} />
  </Suspense>
);
