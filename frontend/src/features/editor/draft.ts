/** The input and template being edited. */
export interface Draft {
  body: string;
  /** The stored call from which the input started; undefined for custom input. */
  call: string | undefined;
  template: string;
  /** The webhook from whose template this started. */
  webhook: number | undefined;
}

/** Only the template of larger drafts is stored, because storage is small and shared with the session. */
export const LARGEST_DRAFT = 1_000_000;

/** A draft from the browser's storage. */
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

/** The stored part of a draft. A large input is read again from its call, if it has one. */
export const storedDraft = (draft: Draft): Draft =>
  draft.body.length > LARGEST_DRAFT ? { ...draft, body: '', call: undefined } : draft;
