import { toModel } from '#contract/names';
import type { RoutingPreview, RoutingQuestion } from '#contract/routing-preview';
import { notFound } from '../platform/errors.ts';
import { type Decision, withQuietHours } from '../routing/decide.ts';
import { type RoutingRule, ruleFor } from '../routing/routing.ts';
import type { Services, Uses } from '../services.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { type ComposedText, composeText } from './compose-text.ts';
import { headlineOf } from './headline.ts';
import type { InvocationContent, InvocationSummary } from './invocation.ts';
import { ownPartOf } from './own-part.ts';

export type PreviewPorts = Pick<Services, 'clock'> &
  Uses<{ webhooks: 'get'; invocations: 'list' | 'content'; renderer: 'render' }>;

/** An answer is given after this time, whatever was looked at by then; a gateway waits for 30 seconds. */
const PATIENCE_MS = 15_000;

/** Who would have got what of the last calls, each at the time when it came. Changes and sends nothing. @throws AppError('not-found') */
export const previewRouting = async (
  userId: number,
  webhookId: number,
  { routing, last }: RoutingQuestion,
  ports: PreviewPorts,
): Promise<RoutingPreview> => {
  const webhook = await ports.webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  const startedAt = ports.clock().getTime();
  const rules: RoutingRule[] = routing ? toModel(routing) : webhook.routing;
  const { items } = await ports.invocations.list(userId, webhookId, { offset: 0, limit: last }, ports.clock());
  const calls: RoutingPreview['calls'] = [];
  for (const summary of items) {
    if (ports.clock().getTime() - startedAt > PATIENCE_MS) return { calls, complete: false };
    // One after the other: a body may have a megabyte, and a user has one render at a time anyway.
    const content = await ports.invocations.content(userId, summary.id);
    if (content)
      calls.push({
        invocation_id: summary.id,
        invoked_at: summary.invokedAt,
        targets: await decideAll({ ...webhook, routing: rules }, webhook, { summary, content }, ports),
      });
  }
  return { calls, complete: true };
};

interface StoredCall {
  summary: InvocationSummary;
  content: InvocationContent;
}

type Target = RoutingPreview['calls'][number]['targets'][number];

const decideAll = async (
  webhook: Webhook,
  saved: Webhook,
  call: StoredCall,
  ports: PreviewPorts,
): Promise<Target[]> => {
  const compose = composer(call, ports);
  const targets: Target[] = [];
  for (const targetId of webhook.targetIds) {
    const composed = await compose(webhook, targetId);
    const { outcome, by, failed, ...rest } = decisionOf(composed, webhook, targetId, call);
    const before = decisionOf(await compose(saved, targetId), saved, targetId, call);
    const problem = 'text' in composed ? failed : reasonOf(composed);
    targets.push({
      target_id: targetId,
      outcome,
      by,
      ...('until' in rest && { until: rest.until.toISOString() }),
      ...('text' in composed && { message: headlineOf(composed.text, webhook).title }),
      ...(problem !== undefined && { problem }),
      saved: before.outcome,
    });
  }
  return targets;
};

/** Composes as delivery does; targets that have nothing of their own share one message. */
const composer = ({ summary, content }: StoredCall, { renderer }: PreviewPorts) => {
  const known = new Map<string, Promise<ComposedText>>();
  return (webhook: Webhook, targetId: number): Promise<ComposedText> => {
    const own = ownPartOf(webhook, summary, { targetId });
    const name = JSON.stringify(own);
    const composed = known.get(name) ?? composeText(webhook, summary, content, renderer, own);
    known.set(name, composed);
    return composed;
  };
};

/** A call without a message is judged by nobody: its failure is seen. */
const decisionOf = (
  composed: ComposedText,
  { routing }: Webhook,
  targetId: number,
  { summary }: StoredCall,
): Decision =>
  'text' in composed
    ? withQuietHours(
        composed.wanted?.[targetId] ?? { wanted: true, by: '' },
        ruleFor(routing, targetId)?.quiet,
        composed.subject?.severity,
        new Date(summary.invokedAt),
      )
    : { outcome: 'sent', by: '' };

const reasonOf = (composed: Exclude<ComposedText, { text: string }>): string =>
  'problem' in composed ? composed.problem.reason : composed.later.reason.text;
