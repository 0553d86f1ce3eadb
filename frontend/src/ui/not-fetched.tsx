import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

const texts = {
  title: 'No connection',
  text: 'This dialog couldn’t be loaded. Check your connection, then try again.',
  retry: 'Try again',
  close: 'Close',
};

/** Replaces a window whose code did not arrive, with the browser's built-in dialog, which is always available. */
export function NotFetched({ onRetry, onClose }: { onRetry(): void; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={texts.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto w-full max-w-[440px] rounded-dialog border border-line bg-raised p-0 text-ink shadow-raised backdrop:bg-backdrop"
    >
      <div className="flex flex-col gap-2 p-5">
        <h2 className="text-h2 font-semibold">{texts.title}</h2>
        <p className="text-ink-2">{texts.text}</p>
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-5 py-3.5">
        <Button onClick={onClose}>{texts.close}</Button>
        <Button tone="primary" onClick={onRetry}>
          {texts.retry}
        </Button>
      </div>
    </dialog>
  );
}
