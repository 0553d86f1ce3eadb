/** What somebody is writing. */
export interface Draft {
  body: string;
  /** The stored call that the input began as; undefined for an input of one's own. */
  call: string | undefined;
  template: string;
  /** The webhook whose template this began as. */
  webhook: number | undefined;
}

/** Of larger drafts only the template is kept: storage is small and shared with the session. */
export const LARGEST_DRAFT = 1_000_000;

/** Each user has a draft of their own: the next person at the same browser must not see it. */
export const draftKey = (userId: number): string => `editor-draft-${userId}`;

export function readDraft(storage: Pick<Storage, 'getItem'>, key: string): Draft | undefined {
  try {
    const value = JSON.parse(storage.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (typeof value?.body !== 'string' || typeof value.template !== 'string') return undefined;
    return {
      body: value.body,
      template: value.template,
      call: typeof value.call === 'string' ? value.call : undefined,
      webhook: typeof value.webhook === 'number' ? value.webhook : undefined,
    };
  } catch {
    return undefined;
  }
}

/**
 * Keeps a draft, or removes it. An input that is too large is read again from its call, if it has one. A draft that the
 * browser has no room for is not kept, which is no reason to stop anybody.
 */
export function writeDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  draft: Draft | undefined,
): void {
  try {
    const large = draft !== undefined && draft.body.length > LARGEST_DRAFT;
    if (draft) storage.setItem(key, JSON.stringify(large ? { ...draft, body: '', call: undefined } : draft));
    else storage.removeItem(key);
  } catch {
    storage.removeItem(key);
  }
}
