import type { CallRender } from './call-render.ts';
import { ownError, USE_DEFAULT } from './errors.ts';
import { eventTimeOf } from './event-time.ts';
import { startClock } from './expression.ts';
import { setMoments, setPrintBudget } from './helpers.ts';
import { MAX_FIELDS, unreadFields } from './payload.ts';
import { newPrintBudget } from './print.ts';
import { type ReadyMade, readyMadeFor } from './ready-made/index.ts';
import { type RenderResult, render } from './render.ts';
import { safeAddress } from './rich/addresses.ts';
import { loadRichWriter } from './rich/load.ts';
import type { RichMessage } from './rich/tree.ts';
import { richWriter } from './rich/writer.ts';
import { rulesOf, type Subject, subjectOf } from './subject/subject.ts';
import type { SubjectRule } from './subject/subject-rule.ts';
import { type DefaultMessage, withoutTemplate } from './without-template.ts';

loadRichWriter();

/**
 * Renders a call’s message and determines its subject. The result has a note for the owner if part of the payload was
 * not read or an owner's rule failed. Never throws.
 */
export function renderCall({
  template,
  webhookName,
  format,
  timeZone,
  subject: choice,
  ...facts
}: CallRender): RenderResult {
  const own = rulesOf(choice);
  // Making an outline needs no time limit, but evaluating the owner's rules does.
  if (own) startClock();
  const known = readyMadeFor(facts);
  const unaided =
    template === undefined ? readable(facts, webhookName, { format, timeZone, known: known ?? null }) : undefined;
  const result = template === undefined ? messageOf(unaided) : render({ ...facts, template, format, timeZone });
  if ('error' in result) {
    if (result.error.code !== USE_DEFAULT) return result;
    return renderCall({ ...facts, template: undefined, webhookName, format, timeZone, subject: choice });
  }
  if (own) forgetRender(timeZone);
  const about = { readyMadeId: known?.id, message: result.message, page: unaided?.page };
  const { subject, problem } =
    choice?.from === 'off' ? {} : subjectOf(facts, { ...about, outline: unaided?.outline }, own);
  const rich = result.rich && withSubject(result.rich, subject, template === undefined ? own : undefined);
  // If the owner's title replaces ours, the plain text has to be created again. A link alone adds no text.
  const isNamed = template === undefined && own?.title !== undefined && subject !== undefined;
  const unread = unreadFields(facts);
  const notes = [
    ...(unread > 0 ? [`The call has ${unread + MAX_FIELDS} fields. Only the first ${MAX_FIELDS} were read.`] : []),
    ...(problem
      ? [`The rule for the subject’s ${problem.field} failed: ${problem.error.message} (${problem.error.code}).`]
      : []),
  ];
  return {
    ...result,
    ...(rich && { rich, happenedAt: eventTimeOf(facts) }),
    ...(rich && isNamed && { message: richWriter().plainOf(rich) }),
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...(known && { origin: originOf(known) }),
    ...(subject && { subject }),
    ...(problem && { subjectProblem: problem }),
  };
}

/** Resets the times and the print budget, so the owner's rules are evaluated independently of the message. */
function forgetRender(timeZone: string | undefined): void {
  setMoments(undefined, timeZone);
  setPrintBudget(newPrintBudget());
}

/** Splits a ready-made template's label into the service and its event. */
function originOf({ sender, label }: ReadyMade): { sender: string; event: string } {
  return { sender, event: label.startsWith(`${sender} `) ? label.slice(sender.length + 1) : label };
}

function readable(...of: Parameters<typeof withoutTemplate>): DefaultMessage | undefined {
  try {
    return withoutTemplate(...of);
  } catch {
    return undefined;
  }
}

function messageOf(unaided: DefaultMessage | undefined): RenderResult {
  if (!unaided) return { error: ownError('E9000') };
  const { text, rich } = unaided;
  return { message: text, ...(rich && { rich }) };
}

/**
 * Adds the severity and link of the call's subject to a message, unless the template sets them.
 * @param own the owner's rules if there is no template, which take precedence over our own text
 */
const withSubject = (rich: RichMessage, subject: Subject | undefined, own: SubjectRule | undefined): RichMessage => {
  const title = subject && own?.title !== undefined ? [{ text: subject.title }] : undefined;
  const page = (title ?? rich.title) && subject?.link !== undefined ? safeAddress(subject.link) : undefined;
  const link = page?.isSafe ? page.url : undefined;
  return {
    ...(link !== undefined && { link }),
    ...(subject && { severity: subject.severity }),
    ...rich,
    ...(title && { title, place: undefined }),
    ...(own?.link !== undefined && link !== undefined && { link }),
    ...(own && (own.severity ?? own.state) !== undefined && subject && { severity: subject.severity }),
  };
};
