/** The input and template being edited. */
export interface Draft {
  body: string;
  /** The id of the stored call from which the input started; undefined for custom input. */
  call: string | undefined;
  template: string;
  /** The webhook id, if the draft started from a webhook's template. */
  webhook: number | undefined;
}

/** Maximum characters of a stored input, because browser storage is small and also holds the session. */
export const LARGEST_DRAFT = 1_000_000;

/** Reads a draft from the browser's storage; returns undefined if it is invalid. */
export function readDraft(kept: unknown): Draft | undefined {
  const value = kept as Partial<Draft> | undefined;
  if (typeof value?.body !== 'string' || typeof value.template !== 'string') return undefined;
  return {
    body: value.body,
    template: value.template,
    call: typeof value.call === 'string' ? value.call : undefined,
    webhook: typeof value.webhook === 'number' ? value.webhook : undefined,
  };
}

/** The part of a draft to store. A large input is dropped; if it came from a call, that call is loaded again. */
export const storedDraft = (draft: Draft): Draft =>
  draft.body.length > LARGEST_DRAFT ? { ...draft, body: '', call: undefined } : draft;
