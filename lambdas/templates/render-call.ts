import { ownError } from './errors.ts';
import { type CallFacts, MAX_FIELDS, unreadFields } from './payload.ts';
import { readyMadeFor } from './ready-made/index.ts';
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
  if ('error' in result) return result;
  const origin = originOf(facts);
  const note = `The call has ${unread + MAX_FIELDS} fields, of which the first ${MAX_FIELDS} were read.`;
  return { ...result, ...(unread > 0 && { note }), ...(origin && { origin }) };
}

/** Who sent a call, and what it told of, as the ready-made templates recognise it. Never throws. */
function originOf(facts: CallFacts): { sender: string; event: string } | undefined {
  const known = readyMadeFor(facts);
  if (!known) return undefined;
  const { sender, label } = known;
  return { sender, event: label.startsWith(`${sender} `) ? label.slice(sender.length + 1) : label };
}

function readable(facts: CallFacts, webhookName: string): RenderResult {
  try {
    return { message: withoutTemplate(facts, webhookName).text };
  } catch {
    return { error: ownError('E9000') };
  }
}
