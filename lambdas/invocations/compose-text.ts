import type { DispatchCode, TemplateCode } from '#contract/codes';
import { withoutSecretsInRaw } from '#contract/secret-values';
import type { InvocationContent, InvocationSummary } from '../model/invocation.ts';
import type { Renderer } from '../model/invocation-ports.ts';
import type { Webhook } from '../model/webhook.ts';
import type { Reason } from '../platform/outbound/outcome.ts';
import type { CallRender } from '../templates/call-render.ts';
import { octetsOf, textOfBody } from '../templates/charsets.ts';
import type { TemplateError } from '../templates/errors.ts';
import { formatError, formatErrorWithoutValues } from '../templates/format-error.ts';
import type { Origin } from '../templates/headline.ts';
import type { CallFacts } from '../templates/payload.ts';
import type { RenderResult } from '../templates/render.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { Judgement } from '../templates/routing/judge.ts';
import type { RenderOrigin } from '../templates/sandbox/sandbox.ts';
import type { Subject } from '../templates/subject/subject.ts';
import { type TargetRendering, withoutExpressions, withoutSubject } from './per-target-rendering.ts';

/**
 * A message’s text, or the reason for its absence. `notice` is the text that the target gets instead, without the
 * payload.
 */
export type ComposedText =
  | {
      text: string;
      note: string;
      origin?: Origin;
      subject?: Subject | undefined;
      rich?: RichMessage | undefined;
      /** The time of the event by the sender's own account, in seconds since 1970. */
      happenedAt?: number | undefined;
      /** The results of the routing rules, by target id. */
      wanted?: Record<number, Judgement> | undefined;
    }
  | { problem: { code: DispatchCode; reason: string }; notice?: string }
  | { later: { reason: Reason; afterSeconds: number } };

/**
 * Turns a stored call into the text of its message. It uses the webhook's template, the ready-made template of a known
 * service, or the default rendering. Only the owner's own template can fail. A stranger's body is parsed only in the
 * renderer, which can be killed, and never in this process.
 *
 * JSON can contain half of a surrogate pair (`"\\ud800"`). Neither the table nor a provider accepts it, so it is
 * replaced by U+FFFD.
 */
export const composeText = async (
  webhook: Pick<Webhook, 'id' | 'userId' | 'name' | 'useTemplate' | 'template' | 'format' | 'timeZone' | 'subject'>,
  summary: InvocationSummary,
  content: InvocationContent,
  renderer: Renderer,
  own: TargetRendering = {},
): Promise<ComposedText> => {
  const facts = factsOf(summary, content);
  const template = own.template ?? (webhook.useTemplate ? webhook.template : undefined);
  const { format, timeZone, subject: choice, name: webhookName } = webhook;
  const written = { ...facts, template, webhookName, format, timeZone };
  const request = { ...written, ...(choice.from !== 'auto' && { subject: choice }) };
  const origin = { userId: webhook.userId, webhookId: webhook.id };
  const first = await renderWith(own, request, origin, renderer);
  // If evaluating the subject took too long, render again without it, because the message matters more.
  const isStopped = choice.from === 'own' && 'error' in first && wasStopped(first.error);
  const result = isStopped
    ? await renderWith(withoutSubject(own), { ...written, subject: { ...choice, from: 'off' } }, origin, renderer)
    : first;
  if (!('error' in result)) {
    const { message, origin: sender, subject, rich, happenedAt, wanted } = result;
    const note = [result.note, isStopped && RULES_STOPPED].filter(Boolean).join(' ');
    if (message.trim() === '')
      return { problem: { code: 'message-empty', reason: 'The message is empty. Check the template.' } };
    return {
      text: message.toWellFormed(),
      note,
      ...(sender && { origin: sender }),
      ...(subject && { subject }),
      ...(rich && { rich: message.isWellFormed() ? rich : wellFormed(rich) }),
      ...(happenedAt !== undefined && { happenedAt }),
      ...(wanted && { wanted }),
    };
  }
  if (template === undefined) return { text: beginningOf(facts.body, webhook.name), note: BEGINNING_NOTE };
  const { error } = result;
  const code = error.code as TemplateCode;
  return error.retryAfterSeconds === undefined
    ? { problem: { code, reason: formatError(error) }, notice: formatErrorWithoutValues(error) }
    : { later: { reason: { code, text: `${error.message}.` }, afterSeconds: error.retryAfterSeconds } };
};

/** True if the render was stopped because it was too slow or too large. The owner's expressions may be the cause. */
export const wasStopped = ({ code }: TemplateError): boolean => code === 'E2001' || code === 'E2002';

/**
 * Renders a message and evaluates the target's rule. If a rule expression stops the whole render, a second render omits
 * it. One target's expressions do not affect the others.
 */
const renderWith = async (
  { template, routing }: TargetRendering,
  request: CallRender,
  origin: RenderOrigin,
  renderer: Renderer,
): Promise<RenderResult> => {
  const part = template === undefined ? '' : ` template ${template}`;
  if (!routing) return renderer.render(request, part ? { ...origin, part } : origin);
  const calm = withoutExpressions(routing);
  const asked = { ...origin, part: calm ? `${part} rules ${JSON.stringify(routing.rules)}` : part };
  const result = await renderer.render({ ...request, routing }, asked);
  return calm && 'error' in result && wasStopped(result.error)
    ? renderer.render({ ...request, routing: calm }, { ...origin, part })
    : result;
};

const wellFormed = (rich: RichMessage): RichMessage =>
  JSON.parse(JSON.stringify(rich), (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value));

const RULES_STOPPED = 'The custom rules for severity, title and link timed out, so the message has none.';

const BEGINNING_NOTE = 'The body could not be formatted and is shown unchanged.';

/** Length of the excerpt from a body that cannot be rendered, in UTF-16 units. */
const BEGINNING = 1000;

const beginningOf = (body: string, webhookName: string): string =>
  `${webhookName}\n${withoutSecretsInRaw(body.slice(0, BEGINNING))}${body.length > BEGINNING ? '…' : ''}`.toWellFormed();

/** Converts a stored call to a template's input. A binary body is omitted, and empty in `$raw`. */
const factsOf = (summary: InvocationSummary, { headers, body }: InvocationContent): CallFacts => {
  const text = textOfBody(body, summary.contentType);
  return {
    body: text ?? '',
    undecodable: text === undefined,
    // The renderer reads the parts of an email or the fields of an upload as separate texts.
    ...(text === undefined && /^(?:multipart|message)\//i.test(summary.contentType) && { octets: octetsOf(body) }),
    contentType: summary.contentType,
    headers,
    query: summary.query,
    method: summary.method,
  };
};
