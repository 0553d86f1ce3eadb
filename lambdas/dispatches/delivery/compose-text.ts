import type { TemplateCode } from '#contract/codes';
import { withoutSecretsInRaw } from '#contract/secret-values';
import type { InvocationContent, InvocationSummary } from '../../invocations/invocation.ts';
import type { Reason } from '../../outbound/outcome.ts';
import { octetsOf, textOfBody } from '../../templates/charsets.ts';
import type { TemplateError } from '../../templates/errors.ts';
import type { CallFacts } from '../../templates/payload.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Renderer } from '../ports.ts';
import type { Origin } from './headline.ts';

/** The text of a message, or the words why the owner's template made none, or will make one only later. */
type ComposedText =
  | { text: string; note: string; origin?: Origin }
  | { templateError: TemplateError }
  | { later: { reason: Reason; afterSeconds: number } };

/**
 * Turns a stored call into the text of its message: by the webhook's template; without one, by the ready-made template
 * of a known sender; else by the default rendering. Only the owner's own template can fail. A stranger's body is read in
 * the renderer only, which can be killed; this process does not look into it.
 *
 * JSON may name half a character (`"\\ud800"`), which is no text in UTF-8: neither the table nor a provider takes it, so
 * it becomes U+FFFD here.
 */
export const composeText = async (
  webhook: Pick<Webhook, 'id' | 'userId' | 'name' | 'useTemplate' | 'template'>,
  summary: InvocationSummary,
  content: InvocationContent,
  renderer: Renderer,
): Promise<ComposedText> => {
  const facts = factsOf(summary, content);
  const template = webhook.useTemplate ? webhook.template : undefined;
  const origin = { userId: webhook.userId, webhookId: webhook.id };
  const result = await renderer.render({ ...facts, template, webhookName: webhook.name }, origin);
  if (!('error' in result)) {
    const { message, note = '', origin: sender } = result;
    return { text: message.toWellFormed(), note, ...(sender && { origin: sender }) };
  }
  if (template === undefined) return { text: beginningOf(facts.body, webhook.name), note: BEGINNING_NOTE };
  const { error } = result;
  if (error.retryAfterSeconds === undefined) return { templateError: error };
  return {
    later: {
      reason: { code: error.code as TemplateCode, text: `${error.message}.` },
      afterSeconds: error.retryAfterSeconds,
    },
  };
};

const BEGINNING_NOTE = 'The body could not be made into a message and is shown as it is.';

/** How much of a body that cannot be rendered is shown as it is, in UTF-16 units. */
const BEGINNING = 1000;

const beginningOf = (body: string, webhookName: string): string =>
  `${webhookName}\n${withoutSecretsInRaw(body.slice(0, BEGINNING))}${body.length > BEGINNING ? '…' : ''}`.toWellFormed();

/** What a template sees of a stored call. A body that is no text is missing there, and empty in `$raw`. */
const factsOf = (summary: InvocationSummary, { headers, body }: InvocationContent): CallFacts => {
  const text = textOfBody(body, summary.contentType);
  return {
    body: text ?? '',
    undecodable: text === undefined,
    // The parts of a mail and the fields of an upload are texts of their own.
    ...(text === undefined && /^(?:multipart|message)\//i.test(summary.contentType) && { octets: octetsOf(body) }),
    contentType: summary.contentType,
    headers,
    query: summary.query,
    method: summary.method,
  };
};
