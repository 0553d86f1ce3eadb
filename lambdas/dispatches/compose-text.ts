import { isUtf8 } from 'node:buffer';
import type { InvocationContent, InvocationSummary } from '../invocations/invocation.ts';
import { defaultMessage } from '../templates/default-message.ts';
import { formatError } from '../templates/format-error.ts';
import { readyMadeFor } from '../templates/ready-made/index.ts';
import type { RenderInput } from '../templates/render.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Renderer } from './ports.ts';

/** The text of a message, or the words why the owner's template made none. */
export type ComposedText = { text: string } | { templateError: string };

/**
 * Turns a stored call into the text of its message: by the webhook's template; without one, by the ready-made template
 * of a known sender; else by the default rendering. Only the owner's own template can fail.
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
    return 'error' in result ? { templateError: formatError(result.error) } : { text: result.message };
  }
  const known = readyMadeFor(input);
  if (known) {
    const result = await renderer.render({ ...input, template: known.template });
    if (!('error' in result) && result.message.trim() !== '') return { text: result.message };
  }
  return { text: defaultMessage({ ...input, webhookName: webhook.name }) };
};

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
