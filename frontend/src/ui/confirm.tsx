import { AlertDialog } from '@base-ui/react/alert-dialog';
import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { backdropLook } from './dialog.tsx';
import { useDrag } from './use-drag.ts';

/**
 * Asks for confirmation before data is lost. The focus is on the safe button; the red one names the action. Harmless
 * questions use `tone="primary"`, with which Enter confirms.
 */
export function Confirm({
  title,
  verb,
  safe: safeLabel = 'Cancel',
  tone = 'danger',
  children,
  busy = false,
  blocked = false,
  onConfirm,
  onCancel,
}: {
  title: string;
  verb: string;
  /** Label of the button that only closes the dialog. */
  safe?: string;
  tone?: 'danger' | 'primary';
  children: ReactNode;
  busy?: boolean;
  blocked?: boolean;
  onConfirm(): void;
  onCancel(): void;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const { box, header } = useDrag();
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={clsx(backdropLook, 'z-50')} />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
          <AlertDialog.Popup
            ref={box}
            initialFocus={tone === 'danger' ? safe : confirm}
            className="w-full max-w-[440px] rounded-dialog border border-line bg-raised shadow-raised outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <div {...header} className="cursor-move touch-none px-5 pt-5 pb-2">
              <AlertDialog.Title className="text-h2 font-semibold">{title}</AlertDialog.Title>
            </div>
            <AlertDialog.Description render={<div />} className="px-5 pb-5 text-ink-2 wrap-anywhere">
              {children}
            </AlertDialog.Description>
            <div className="flex justify-end gap-2 border-t border-line px-5 py-3.5">
              <AlertDialog.Close ref={safe} render={<Button />}>
                {safeLabel}
              </AlertDialog.Close>
              <Button ref={confirm} tone={tone} busy={busy} disabled={blocked} onClick={onConfirm}>
                {verb}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
