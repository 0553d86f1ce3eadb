import { createHash } from 'node:crypto';
import { describeFallback, describeWebhook, type State } from './account-state.ts';
import type { Document } from './document.ts';
import { type Change, type DraftOptions, type Plan, PlanDraft } from './plan-draft.ts';
import { planFallback, planTarget } from './plan-targets.ts';
import { planWebhook, type WebhookReach } from './plan-webhooks.ts';

interface PlanOptions extends WebhookReach, DraftOptions {
  /** True if webhooks that the document does not contain are deleted. */
  prune: boolean;
}

/**
 * Plans the steps that make the account match the document. Reads files, and sends requests only to compare secrets.
 */
export const makePlan = async (
  document: Document,
  state: State,
  { env, prune, bound, ...reach }: PlanOptions,
): Promise<Plan> => {
  const draft = new PlanDraft(state, { env, bound });
  const targets = Object.entries(document.targets ?? {});
  for (const [name, described] of targets) planTarget(name, described, draft);
  for (const [name, described] of targets) planFallback(name, described, draft);
  for (const [name, described] of Object.entries(document.webhooks)) await planWebhook(name, described, draft, reach);
  const { changes, problems, steps } = draft;
  if (prune)
    for (const { id, name } of state.webhooks)
      if (!Object.hasOwn(document.webhooks, name)) {
        changes.push({ action: 'delete', what: 'webhook', name, fields: [] });
        steps.push({ do: 'delete-webhook', id, name });
      }
  return { changes, problems, hash: hashOf(document, changes, state), steps };
};

/** A plan's hash. Many people read a plan, so secrets must not influence it. */
const hashOf = (document: Document, changes: Change[], state: State): string => {
  const webhooks = state.webhooks.map((webhook) => [
    webhook.id,
    webhook.name,
    // The verify token is left out, so keys with and without write access get the same hash.
    describeWebhook({ ...webhook, intake: { ...webhook.intake, verify_token: undefined } }, state.targets),
    state.verifications.get(webhook.id),
  ]);
  const targets = state.targets.map((target) => [
    target.id,
    target.name,
    target.status,
    describeFallback(target, state.targets),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([document, changes, webhooks, targets]))
    .digest('hex')
    .slice(0, 16);
};
