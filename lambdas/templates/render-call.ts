import { ownError } from './errors.ts';
import { type CallFacts, MAX_FIELDS, unreadFields } from './payload.ts';
import { type RenderResult, render } from './render.ts';
import { withoutTemplate } from './without-template.ts';

/** A call and what its message is made by. */
export interface CallRender extends CallFacts {
  /** The owner's template; undefined: by the ready-made template of a known sender, else by the default rendering. */
  template: string | undefined;
  webhookName: string;
}

/** Renders the message of a call, with a note for its owner when not all of the payload was read. Never throws. */
export function renderCall({ template, webhookName, ...facts }: CallRender): RenderResult {
  const result = template === undefined ? readable(facts, webhookName) : render({ ...facts, template });
  const unread = unreadFields(facts);
  if ('error' in result || unread === 0) return result;
  return { ...result, note: `The call has ${unread + MAX_FIELDS} fields, of which the first ${MAX_FIELDS} were read.` };
}

function readable(facts: CallFacts, webhookName: string): RenderResult {
  try {
    return { message: withoutTemplate(facts, webhookName).text };
  } catch {
    return { error: ownError('E9000') };
  }
}
