import { type ComposedText, composeText } from '../../invocations/compose-text.ts';
import { targetRenderingOf } from '../../invocations/per-target-rendering.ts';
import { isTestCall } from '../../invocations/test-call.ts';
import { type Dispatch, isExtra } from '../../model/dispatch.ts';
import type { Webhook } from '../../model/webhook.ts';
import { hopsOf } from '../../platform/outbound/hops.ts';
import { headlineOf } from '../../templates/headline.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import type { DeliveryPorts } from '../ports.ts';

/** A message before its delivery. `hops` is unknown if the call was deleted. */
export type Composed = Extract<ComposedText, { text: string }> & { hops?: number; isTest?: boolean };
type Failure = Exclude<ComposedText, { text: string }>;

/** Composes the message of a dispatch. If some parts were already sent, its text is the stored one. */
export const composeMessage = async (
  { dispatch, summary, webhook, content: known }: Pick<DeliveryJob, 'dispatch' | 'summary' | 'webhook' | 'content'>,
  ports: Pick<DeliveryPorts, 'invocations' | 'renderer'>,
): Promise<Composed | Failure> => {
  const content = known ?? (await ports.invocations.content(summary.userId, summary.id));
  const facts = content && { hops: hopsOf(content.headers), isTest: isTestCall(content.headers) };
  if (dispatch.partsDone > 0) {
    const { renderedMessage: text, rich } = dispatch;
    return { text, note: '', subject: rich?.subject, rich: rich?.message, ...facts };
  }
  if (!content)
    return { problem: { code: 'call-gone', reason: 'The stored call no longer exists, so there is nothing to send.' } };
  const own = targetRenderingOf(webhook, summary, dispatch);
  return { ...(await composeText(webhook, summary, content, ports.renderer, own)), ...facts };
};

/** The message’s entry in lists. A partly sent extra message keeps its entry, because its stored text begins with a lead. */
export const headlineIn = ({ text, origin, subject }: Composed, dispatch: Dispatch, webhook: Webhook) => {
  const facts = origin || subject ? { ...origin, severity: subject?.severity, state: subject?.state } : undefined;
  return isExtra(dispatch) && dispatch.partsDone > 0
    ? dispatch.headline
    : headlineOf(text, webhook, facts ?? dispatch.headline);
};
