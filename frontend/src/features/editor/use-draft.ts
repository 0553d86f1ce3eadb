import { useCallback, useEffect, useState } from 'react';

interface Draft {
  body: string;
  template: string;
}

const KEY = 'editor-draft';
/** Larger drafts are not kept: storage is small and shared with the session. */
const LARGEST = 200_000;

/** Input and template, which survive a reload. */
export function useDraft(initial: Draft) {
  const [draft, setDraft] = useState<Draft>(() => read() ?? initial);
  useEffect(() => {
    const later = setTimeout(() => {
      const text = JSON.stringify(draft);
      if (text.length <= LARGEST) sessionStorage.setItem(KEY, text);
    }, 300);
    return () => clearTimeout(later);
  }, [draft]);
  const setBody = useCallback((body: string) => setDraft((old) => ({ ...old, body })), []);
  const setTemplate = useCallback((template: string) => setDraft((old) => ({ ...old, template })), []);
  return { ...draft, setBody, setTemplate };
}

function read(): Draft | undefined {
  try {
    const value = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Draft> | null;
    return typeof value?.body === 'string' && typeof value.template === 'string'
      ? { body: value.body, template: value.template }
      : undefined;
  } catch {
    return undefined;
  }
}
