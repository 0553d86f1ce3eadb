import { secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import type { BillingPorts } from './ports.ts';
import { review } from './review.ts';

/**
 * Seconds for which an event is remembered. The provider resends an event for three days, and a signature is valid for
 * five minutes.
 */
const REMEMBERED_SECONDS = 30 * 86_400;

/**
 * The result of processing an event. It is `refused` without a valid signature, `repeated` if it was already processed,
 * and `ignored` if it concerns no account in this installation.
 */
export type EventOutcome = 'done' | 'repeated' | 'ignored' | 'refused';

/**
 * Processes an event of the payment provider. An event only shows that something changed, so the subscription is read
 * from the provider. The event is marked as processed only after everything has succeeded, so the provider resends it
 * after a failure.
 * @throws PaymentError
 */
export const handleEvent = async (
  raw: Buffer,
  signature: string | undefined,
  ports: BillingPorts,
): Promise<EventOutcome> => {
  const event = ports.payments.readEvent(raw, signature, ports.clock());
  if (!event) return 'refused';
  if (event.customerId === undefined) return 'ignored';
  if (await ports.records.hasSeen(event.id)) return 'repeated';
  const userId = await ports.payments.ownerOf(event.customerId);
  const record = userId === undefined ? undefined : await ports.records.get(userId);
  if (userId === undefined || record?.customerId !== event.customerId) {
    log.warn('event for unknown customer', { kind: event.type });
    return 'ignored';
  }
  await review(userId, ports);
  await ports.records.markSeen(event.id, secondsAfter(ports.clock(), REMEMBERED_SECONDS));
  log.info('subscription event', { userId, kind: event.type });
  return 'done';
};
