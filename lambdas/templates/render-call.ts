import type { Format } from '#contract/webhook';
import { ownError } from './errors.ts';
import { type CallFacts, MAX_FIELDS, unreadFields } from './payload.ts';
import { type ReadyMade, readyMadeFor } from './ready-made/index.ts';
import { type RenderResult, render } from './render.ts';
import { safeAddress } from './rich/addresses.ts';
import { loadRichWriter } from './rich/load.ts';
import type { RichMessage } from './rich/tree.ts';
import { type Subject, subjectOf } from './subject/subject.ts';
import { type Unaided, withoutTemplate } from './without-template.ts';

loadRichWriter();

/** A call and what its message is made by. */
export interface CallRender extends CallFacts {
  /** The owner's template; undefined: by the ready-made template of a known sender, else by the default rendering. */
  template: string | undefined;
  webhookName: string;
  /** `rich`: the result has the message with its looks; left out = plain. */
  format?: Format | undefined;
  /** For moments in messages, an IANA name; left out = UTC. */
  timeZone?: string | undefined;
}

/**
 * Renders the message of a call and reads what it is about, with a note for its owner when not all of the payload was read.
 * Never throws.
 */
export function renderCall({ template, webhookName, format, timeZone, ...facts }: CallRender): RenderResult {
  const known = readyMadeFor(facts);
  const unaided =
    template === undefined ? readable(facts, webhookName, { format, timeZone, known: known ?? null }) : undefined;
  const result = template === undefined ? messageOf(unaided) : render({ ...facts, template, format, timeZone });
  if ('error' in result) return result;
  const subject = subjectOf(facts, {
    readyMadeId: known?.id,
    message: result.message,
    isReadyMade: unaided?.isReadyMade ?? false,
    outline: unaided?.outline,
  });
  const unread = unreadFields(facts);
  const note = `The call has ${unread + MAX_FIELDS} fields, of which the first ${MAX_FIELDS} were read.`;
  return {
    ...result,
    ...(result.rich && { rich: withSubject(result.rich, subject) }),
    ...(unread > 0 && { note }),
    ...(known && { origin: originOf(known) }),
    ...(subject && { subject }),
  };
}

/** Who sent a call, and what it told of, as the ready-made templates recognise it. */
function originOf({ sender, label }: ReadyMade): { sender: string; event: string } {
  return { sender, event: label.startsWith(`${sender} `) ? label.slice(sender.length + 1) : label };
}

function readable(...of: Parameters<typeof withoutTemplate>): Unaided | undefined {
  try {
    return withoutTemplate(...of);
  } catch {
    return undefined;
  }
}

function messageOf(unaided: Unaided | undefined): RenderResult {
  if (!unaided) return { error: ownError('E9000') };
  const { text, rich } = unaided;
  return { message: text, ...(rich && { rich }) };
}

/** Colour and link come from what the call is about, unless the template says them. */
const withSubject = (rich: RichMessage, subject: Subject | undefined): RichMessage => ({
  ...(rich.title && subject?.link !== undefined && safeAddress(subject.link).isSafe && { link: subject.link }),
  ...(subject && { severity: subject.severity }),
  ...rich,
});
