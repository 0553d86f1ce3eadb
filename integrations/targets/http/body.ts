import type { TemplateCode } from '#contract/codes';
import type { Message } from '../../../lambdas/model/message.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import type { SendContext } from '../../../lambdas/targets/send-context.ts';
import { formatError } from '../../../lambdas/templates/format-error.ts';
import type { RenderResult } from '../../../lambdas/templates/render.ts';

/** The body of a request that has no template. */
export const standardBody = (message: Message, now: Date): string =>
  JSON.stringify({
    type: 'message',
    timestamp: now.toISOString(),
    data: {
      id: message.id,
      webhook: message.webhookName,
      text: message.text,
      part: message.part,
      parts: message.parts,
      link: message.link,
      // A matter is known by its key, so messages about it have their subject in any format.
      ...((message.subject ?? (message.follows && message.facts)) && { subject: message.subject ?? message.facts }),
      ...(message.follows?.ref && { follows: message.follows.ref }),
      ...(message.rich && { rich: message.rich }),
    },
  });

/** A body template with the target's values, and the target itself, which is responsible for its computing time. */
interface Written {
  template: string;
  values: Record<string, string>;
  target: { id: number; userId: number };
}

/**
 * Renders a body template in the sandbox. It is a template like a webhook's, and its call is the message. The call has
 * the fields below; those of the subject are missing if the call has none.
 */
export const renderBody = (
  message: Message,
  { template, values, target }: Written,
  renderer: NonNullable<SendContext['renderer']>,
): Promise<RenderResult> => {
  const { text, link, part, parts, webhookName: webhook, facts = message.subject } = message;
  const { title = webhook, severity, state, key } = facts ?? {};
  const fields = { message: text, title, link, severity, state, key, part, parts, webhook, values };
  return renderer.render(
    {
      template,
      webhookName: webhook,
      body: JSON.stringify(fields),
      contentType: 'application/json',
      subject: { from: 'off', key: '', state: '', severity: '', title: '', link: '' },
    },
    { userId: target.userId, part: ` target ${target.id}` },
  );
};

/** Returns the rendered body, or an outcome if there is none. */
export const bodyOf = (result: RenderResult): { body: string } | { problem: Outcome } => {
  if (!('error' in result))
    return result.message === ''
      ? { problem: { kind: 'fail_message', code: 'message-empty', reason: 'The target’s body template gave no text.' } }
      : { body: result.message };
  const { code, retryAfterSeconds } = result.error;
  const failed = {
    code: code as TemplateCode,
    reason: `The target’s body template failed. ${formatError(result.error)}`,
  };
  return {
    problem:
      retryAfterSeconds === undefined
        ? { kind: 'fail_message', ...failed }
        : { kind: 'retry', promise: 'again', wasSent: false, afterSeconds: retryAfterSeconds, ...failed },
  };
};
