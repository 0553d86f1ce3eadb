import type { ComponentProps } from 'react';
import type { Confirm } from './confirm.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

type Question = Omit<ComponentProps<typeof Confirm>, 'open'>;

/** A {@link Confirm} whose code is fetched with the first question. */
export const { Part: LateConfirm } = lazyDialog<Question>(async () => {
  const { Confirm: Open } = await import('./confirm.tsx');
  return (props) => <Open open {...props} />;
});
