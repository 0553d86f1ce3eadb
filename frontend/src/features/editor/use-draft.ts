import { useCallback, useEffect, useRef, useState } from 'react';
import { session } from '../../lib/services.ts';
import { type Draft, draftKey, readDraft, writeDraft } from './draft.ts';

/** Input and template, which survive a reload of the page in this tab. */
export function useDraft(initial: Draft) {
  const [key] = useState(() => draftKey(session.get().user_id));
  const [draft, setDraft] = useState<Draft>(() => readDraft(sessionStorage, key) ?? initial);
  const forgotten = useRef(false);
  useEffect(() => {
    const keep = () => {
      if (!forgotten.current) writeDraft(sessionStorage, key, draft);
    };
    const later = setTimeout(keep, 300);
    // A reload may come before the next pause in typing.
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(later);
      removeEventListener('pagehide', keep);
    };
  }, [key, draft]);
  const change = useCallback((part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })), []);
  /** Forgets the draft at once, for example because its owner threw it away. */
  const forget = useCallback(() => {
    forgotten.current = true;
    writeDraft(sessionStorage, key, undefined);
  }, [key]);
  return { draft, change, forget };
}
