import { MAX_TEMPLATES_BYTES } from '#contract/bounds';
import type { Webhook } from '../model/webhook.ts';
import { invalidField } from '../platform/errors.ts';

/**
 * Drops routing rules of targets that the webhook no longer has.
 * @param before the previous targets; a client can still send rules for them
 * @throws AppError('invalid-input') for a rule of any other target, or if the templates together are too long
 */
export const withFittingRules = (webhook: Webhook, before: readonly number[] = []): Webhook => {
  const known = new Set([...webhook.targetIds, ...before]);
  const stranger = webhook.routing.find(({ targetId }) => !known.has(targetId));
  if (stranger)
    throw invalidField(
      'routing',
      'invalid-input',
      `Target ${stranger.targetId} has a rule but does not belong to this webhook. Add the target, or remove its rule.`,
    );
  const routing = webhook.routing.filter(({ targetId }) => webhook.targetIds.includes(targetId));
  const bytes = [webhook.template, ...routing.map(({ template }) => template ?? '')].reduce(
    (sum, template) => sum + Buffer.byteLength(template),
    0,
  );
  if (routing.some(({ template }) => template) && bytes > MAX_TEMPLATES_BYTES)
    throw invalidField(
      'routing',
      'templates-too-long',
      `A webhook’s templates together can have up to ${MAX_TEMPLATES_BYTES / 1024} KB. These have ${Math.ceil(bytes / 1024)} KB. Shorten them.`,
    );
  return routing.length === webhook.routing.length ? webhook : { ...webhook, routing };
};
