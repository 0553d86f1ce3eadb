import { toModel } from '#contract/names';
import type { RoutingPreview, RoutingQuestion } from '#contract/routing-preview';
import type { InvocationContent, InvocationSummary } from '../model/invocation.ts';
import type { InvocationStore, Renderer } from '../model/invocation-ports.ts';
import type { Webhook } from '../model/webhook.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { type Clock, windowAt } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import type { LimitStore } from '../platform/limit-store.ts';
import { log } from '../platform/log.ts';
import { headlineOf } from '../templates/headline.ts';
import { type Decision, withQuietHours } from '../templates/routing/decide.ts';
import { type RoutingRule, ruleFor } from '../templates/routing/routing.ts';
import type { Sandbox } from '../templates/sandbox/sandbox.ts';
import { type ComposedText, composeText, wasStopped } from './compose-text.ts';
import { targetRenderingOf } from './per-target-rendering.ts';

export type PreviewPorts = {
  clock: Clock;
  limitStore: LimitStore;
  webhooks: Pick<WebhookStore, 'get'>;
  invocations: Pick<InvocationStore, 'list' | 'content'>;
  renderer: Pick<Sandbox, 'render'>;
};

/** Maximum duration of a preview, which ends with its function at the latest. */
const LONGEST_SECONDS = 15;
/** Seconds after which a throttled caller can try again. Most previews take less. */
const RETRY_SECONDS = 5;

/**
 * Previews the routing of recent calls, each at its own time. Changes and sends nothing. Ends at the deadline, or at
 * the first rule or template that takes too long, because it would be as slow for every call.
 * @throws AppError('not-found'), AppError('throttled') while another preview of the user is running
 */
export const previewRouting = async (
  userId: number,
  webhookId: number,
  { routing, last }: RoutingQuestion,
  deadline: AbortSignal,
  ports: PreviewPorts,
): Promise<RoutingPreview> => {
  const end = await beginAlone(userId, ports);
  try {
    const saved = await ports.webhooks.get(userId, webhookId);
    if (!saved) throw notFound('Webhook');
    const rules: RoutingRule[] = routing ? toModel(routing) : saved.routing;
    const { items } = await ports.invocations.list(userId, webhookId, { offset: 0, limit: last }, ports.clock());
    const judge = judgeOf({ ...saved, routing: rules }, saved, deadline);
    const calls: RoutingPreview['calls'] = [];
    let isComplete = true;
    let stoppedBy: number | undefined;
    for (const summary of items) {
      const isOver = deadline.aborted || stoppedBy !== undefined;
      // Contents are read one after the other, because a body can have a megabyte, and each user has only one render at
      // a time.
      const content = isOver ? undefined : await ports.invocations.content(userId, summary.id);
      if (!isOver && !content) continue;
      const judged = content ? await judge({ summary, content }, ports.renderer) : { targets: [], stoppedBy };
      calls.push({ invocation_id: summary.id, invoked_at: summary.invokedAt, targets: judged.targets });
      stoppedBy = judged.stoppedBy;
      isComplete &&= judged.targets.length === saved.targetIds.length && stoppedBy === undefined;
    }
    return { calls, complete: isComplete, ...(stoppedBy !== undefined && { stopped_by: stoppedBy }) };
  } finally {
    await end();
  }
};

/**
 * Blocks all other previews of the user, in all processes. The lock covers two windows, because a preview may end in
 * the second one. If the process dies, both expire.
 * @returns a function that releases the lock
 * @throws AppError('throttled')
 */
const beginAlone = async (userId: number, { limitStore, clock }: PreviewPorts): Promise<() => Promise<void>> => {
  const scope = `routing-preview|${userId}`;
  const now = windowAt(clock(), LONGEST_SECONDS);
  const taken: Date[] = [];
  const end = async () => {
    const back = taken.map((start) => limitStore.giveBack(scope, start));
    await Promise.all(back).catch((error) => log.warn('expired preview not recorded', { userId }, error));
  };
  for (const { start, forgetAt } of [now, windowAt(now.end, LONGEST_SECONDS)]) {
    if (await limitStore.take(scope, start, 1, forgetAt)) {
      taken.push(start);
      continue;
    }
    await end();
    throw new AppError('throttled', 'A preview is already running for your account. Try again in a few seconds.', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  return end;
};

interface StoredCall {
  summary: InvocationSummary;
  content: InvocationContent;
}

type Target = RoutingPreview['calls'][number]['targets'][number];

/**
 * Returns a function that evaluates a call's rules, target by target, until the deadline or until a target takes too
 * long.
 */
const judgeOf = (webhook: Webhook, saved: Webhook, deadline: AbortSignal) => {
  /** Targets whose saved rule takes too long, so new rules are no longer compared with it. */
  const slow = new Set<number>();
  return async (
    call: StoredCall,
    renderer: Renderer,
  ): Promise<{ targets: Target[]; stoppedBy?: number | undefined }> => {
    const compose = composer(call, renderer, deadline);
    const targets: Target[] = [];
    for (const targetId of webhook.targetIds) {
      const asked = await compose(webhook, targetId);
      if (!asked) return { targets };
      const { composed, isStopped } = asked;
      const before = isStopped || slow.has(targetId) ? undefined : await compose(saved, targetId);
      if (before?.isStopped) slow.add(targetId);
      const { outcome, by, failed, ...rest } = decisionOf(composed, webhook, targetId, call);
      const problem = 'text' in composed ? failed : reasonOf(composed);
      targets.push({
        target_id: targetId,
        outcome,
        by,
        ...('until' in rest && { until: rest.until.toISOString() }),
        ...('text' in composed && { message: headlineOf(composed.text, webhook).title }),
        ...(problem !== undefined && { problem }),
        ...(before && { saved: decisionOf(before.composed, saved, targetId, call).outcome }),
      });
      if (isStopped) return { targets, stoppedBy: targetId };
    }
    return { targets };
  };
};

/** A composed message, and whether a part was stopped because it took too long or too much memory. */
interface Composition {
  composed: ComposedText;
  isStopped: boolean;
}

/**
 * Returns a function that composes messages as for delivery. Targets with the same settings share one message. Resolves
 * to undefined at the deadline.
 */
const composer = ({ summary, content }: StoredCall, renderer: Renderer, deadline: AbortSignal) => {
  const known = new Map<string, Promise<Composition>>();
  const compose = async (webhook: Webhook, own: ReturnType<typeof targetRenderingOf>): Promise<Composition> => {
    let isStopped = false;
    const watched: Renderer = {
      render: async (request, origin) => {
        const result = await renderer.render(request, origin);
        isStopped ||=
          'error' in result
            ? wasStopped(result.error)
            : Object.values(result.wanted ?? {}).some(({ isLate }) => isLate === true);
        return result;
      },
    };
    return { composed: await composeText(webhook, summary, content, watched, own), isStopped };
  };
  return async (webhook: Webhook, targetId: number): Promise<Composition | undefined> => {
    if (deadline.aborted) return undefined;
    const own = targetRenderingOf(webhook, summary, { targetId });
    const name = JSON.stringify(own);
    // A render that is still running at the deadline ends in its own process.
    const late = new Promise<undefined>((resolve) =>
      deadline.addEventListener('abort', () => resolve(undefined), { once: true }),
    );
    const composition = known.get(name) ?? compose(webhook, own);
    known.set(name, composition);
    return Promise.race([composition, late]);
  };
};

/** Decides on one target's message. If the message could not be composed, the preview shows that failure instead. */
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
