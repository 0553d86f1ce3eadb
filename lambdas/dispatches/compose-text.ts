import { isUtf8 } from 'node:buffer';
import type { InvocationContent, InvocationSummary } from '../invocations/invocation.ts';
import { log } from '../platform/log.ts';
import { defaultMessage } from '../templates/default-message.ts';
import type { TemplateError } from '../templates/errors.ts';
import type { RenderInput } from '../templates/render.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Renderer } from './ports.ts';

/** The text of a message, or the words why the owner's template made none. */
type ComposedText = { text: string } | { templateError: TemplateError };

/**
 * Turns a stored call into the text of its message: by the webhook's template; without one, by the ready-made template
 * of a known sender; else by the default rendering. Only the owner's own template can fail.
 *
 * JSON may name half a character (`"\\ud800"`), which is no text in UTF-8: neither the table nor a provider takes it, so
 * it becomes U+FFFD here.
 */
export const composeText = async (
  webhook: Pick<Webhook, 'name' | 'useTemplate' | 'template'>,
  summary: InvocationSummary,
  content: InvocationContent,
  renderer: Renderer,
): Promise<ComposedText> => {
  const input = templateInput(summary, content);
  if (webhook.useTemplate) {
    const result = await renderer.render({ ...input, template: webhook.template });
    // A render that had to be killed may have met a busy machine: it gets one more try.
    const last =
      'error' in result && result.error.killed
        ? await renderer.render({ ...input, template: webhook.template })
        : result;
    return 'error' in last ? { templateError: last.error } : { text: last.message.toWellFormed() };
  }
  const text = (await readable(input, webhook.name, renderer)) ?? plain(input.body, webhook.name);
  return { text: text.toWellFormed() };
};

/** The ready-made or the default rendering; undefined when a payload is too odd for both, which is no reason to lose it. */
const readable = async (
  input: Omit<RenderInput, 'template'>,
  webhookName: string,
  renderer: Renderer,
): Promise<string | undefined> => {
  try {
    // Loaded with the first message that may need one: most webhooks have a template of their own.
    const { readyMadeFor } = await import('../templates/ready-made/index.ts');
    const known = readyMadeFor(input);
    if (known) {
      const result = await renderer.render({ ...input, template: known.template });
      if (!('error' in result) && result.message.trim() !== '') return result.message;
    }
    return defaultMessage({ ...input, webhookName });
  } catch (error) {
    log.error('payload not rendered', {}, error);
    return undefined;
  }
};

/** How much of a body that cannot be rendered is shown as it is, in characters. */
const PLAIN_CHARACTERS = 1000;

const plain = (body: string, webhookName: string): string =>
  `${webhookName}\n${Array.from(body).slice(0, PLAIN_CHARACTERS).join('')}`;

/** What a template sees of a stored call. A body that is no text is missing there, and empty in `$raw`. */
const templateInput = (
  summary: InvocationSummary,
  { headers, body }: InvocationContent,
): Omit<RenderInput, 'template'> => {
  const undecodable = !isUtf8(body);
  return {
    body: undecodable ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
    undecodable,
    contentType: summary.contentType,
    headers,
    query: summary.query,
    method: summary.method,
  };
};
