import type { Headline, InvocationContent, InvocationSummary } from '../model/invocation.ts';
import type { InvocationStore, Renderer } from '../model/invocation-ports.ts';
import type { Webhook } from '../model/webhook.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { headlineOf } from '../templates/headline.ts';
import { composeText } from './compose-text.ts';

type HeadlinePorts = { renderer: Renderer; invocations: Pick<InvocationStore, 'content'> };

/** Age in seconds after which a call without an attempt is waiting for something. */
const WAITING_SECONDS = 10;

/**
 * Makes an unsent call's headline, from its webhook's template or, if the template fails, from the default message.
 * @param known the call's content, if it need not be read
 * @returns undefined if the call's content is gone, or if it cannot be rendered now; this never throws
 */
export const makeHeadline = async (
  webhook: Webhook,
  summary: InvocationSummary,
  { renderer, invocations }: HeadlinePorts,
  known?: InvocationContent,
): Promise<Headline | undefined> => {
  try {
    const content = known ?? (await invocations.content(summary.userId, summary.id));
    if (!content) return undefined;
    let isPostponed = false;
    const watched: Renderer = {
      render: async (request, origin) => {
        const result = await renderer.render(request, origin);
        isPostponed ||= 'error' in result && result.error.retryAfterSeconds !== undefined;
        return result;
      },
    };
    const own = await composeText(webhook, summary, content, watched);
    const composed =
      'problem' in own ? await composeText({ ...webhook, useTemplate: false }, summary, content, watched) : own;
    if (isPostponed || !('text' in composed)) return undefined;
    const { text, origin, subject } = composed;
    return headlineOf(text, webhook, { ...origin, severity: subject?.severity, state: subject?.state });
  } catch (error) {
    log.warn('headline not made', { userId: summary.userId, invocationId: summary.id }, error);
    return undefined;
  }
};

/**
 * Adds and stores the headlines of calls that no dispatcher has seen: held calls, and calls that wait in the queue. So
 * the first reader makes them, and accepting a call renders nothing. Ends at the first call that cannot be rendered,
 * because a slow template would delay the reader for each call.
 */
export const withHeadlines = async (
  webhook: Webhook,
  summaries: InvocationSummary[],
  { clock, ...ports }: HeadlinePorts & { clock: Clock; invocations: Pick<InvocationStore, 'setHeadline'> },
): Promise<InvocationSummary[]> => {
  const waitsSince = secondsAfter(clock(), -WAITING_SECONDS);
  const told = new Map<string, InvocationSummary>();
  for (const summary of summaries.filter((each) => isUntold(each, waitsSince))) {
    const headline = await makeHeadline(webhook, summary, ports);
    if (!headline) break;
    told.set(summary.id, { ...summary, headline });
  }
  await Promise.all([...told.values()].map((summary) => store(summary, ports)));
  return summaries.map((summary) => told.get(summary.id) ?? summary);
};

/** Stores a made headline. A failure is only logged, and the next reader makes the headline again. */
const store = async (
  summary: InvocationSummary,
  { invocations }: { invocations: Pick<InvocationStore, 'setHeadline'> },
): Promise<void> => {
  try {
    if (summary.headline) await invocations.setHeadline(summary, summary.headline);
  } catch (error) {
    log.warn('headline not stored', { userId: summary.userId, invocationId: summary.id }, error);
  }
};

const isUntold = ({ headline, held, dispatches, invokedAt }: InvocationSummary, waitsSince: Date): boolean =>
  !headline &&
  (held !== undefined ||
    (new Date(invokedAt) < waitsSince && Object.values(dispatches).every((state) => state === 'pending')));
