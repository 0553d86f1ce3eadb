import { Check, Copy as CopyIcon } from 'virtual:icons';
import { useState } from 'react';
import { showError, toasts } from '../lib/services.ts';
import { IconButton } from './button.tsx';

const URL_COPIED = 'URL copied to Clipboard';

/** Copies a text to the clipboard and shows the result. */
export async function copyText(text: string, detail: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    const words = detail.startsWith(URL_COPIED) ? { summary: 'Copied', detail } : { summary: detail };
    toasts.add({ severity: 'success', ...words, id: 'copied' });
    return true;
  } catch (error) {
    showError(error, { title: 'Couldn’t copy' });
    return false;
  }
}

/** A button that copies a text and then shows a tick for a moment. */
export function CopyButton({
  text,
  label,
  detail,
  small,
}: {
  text: string;
  label: string;
  detail: string;
  small?: boolean;
}) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (!(await copyText(text, detail))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <IconButton label={label} small={small ?? false} onClick={() => void copy()}>
      {done ? <Check size={16} aria-hidden className="text-ok" /> : <CopyIcon size={16} aria-hidden />}
    </IconButton>
  );
}

/** The message after an invoke URL was copied. */
export const urlCopied = (url: string): string => `${URL_COPIED}: ${url}`;
