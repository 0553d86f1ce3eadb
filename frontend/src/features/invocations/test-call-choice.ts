import { sampleCalls } from '#contract/sample-calls';
import { readHeaders } from '../../lib/headers.ts';
import type { Invocation, Target, Webhook } from '../../lib/wire.ts';
import { parseJson } from './body.ts';

/** The choices other than a sample: the newest call, or a custom body. */
export const LAST = 'last';
export const OWN = 'own';

/** The user agent of test calls. */
const TEST_AGENT = 'Tellhook-Test';

/** The newest real call that can be resent as JSON. Test calls and calls that were stored only in part don't count. */
export const lastReal = (calls: readonly Invocation[]): Invocation | undefined =>
  calls.find(
    (call) =>
      readHeaders(call.rawHeaders)['user-agent'] !== TEST_AGENT &&
      call.rawBodyEncoding === 'utf8' &&
      parseJson(call.rawBody) !== undefined,
  );

/**
 * The default test call. If the webhook has a template, it is the newest call. Otherwise, it is the service's sample,
 * because only its headers identify the service.
 * @param sender the webhook's service, if known
 */
export function firstChoice(webhook: Webhook, last: Invocation | undefined, sender: string | undefined): string {
  if (webhook.useTemplate && last) return LAST;
  const called = (last?.message?.sender ?? sender ?? webhook.name).toLowerCase();
  const own = sampleCalls.slice(1).find(({ label }) => called.includes(senderIn(label)));
  return own?.id ?? (last ? LAST : (sampleCalls[0]?.id ?? OWN));
}

/** The sender in a sample's label: 'Prometheus Alertmanager, firing' → 'alertmanager'. */
const senderIn = (label: string): string => (label.split(',')[0] ?? '').split(' ').at(-1)?.toLowerCase() ?? '';

/** Returns the number of targets of a webhook (`all`), and those that will not receive a message (`out`). */
export function reached(webhook: Webhook, targets: readonly Target[] | undefined) {
  const out = (targets ?? []).filter(({ id, status }) => webhook.targetIds.includes(id) && status !== 'active');
  return { all: webhook.targetIds.length, out };
}
