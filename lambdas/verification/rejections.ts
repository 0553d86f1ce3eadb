import type { RejectionWire } from '#contract/verification';
import { acceptAsOwner } from '../invocations/accept-as-owner.ts';
import type { AcceptCallPorts } from '../invocations/accept-call.ts';
import type { InvocationSummary } from '../model/invocation.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { type Clock, epochSeconds } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { parseInvocationId } from '../platform/ids.ts';
import { MAX_KEPT_BYTES, type Rejection, type RejectionStore } from './rejection-log.ts';

const LISTED = 50;

export interface RejectionPorts {
  webhooks: Pick<WebhookStore, 'get'>;
  rejections: RejectionStore;
  clock: Clock;
}

/**
 * Returns the calls that a webhook rejected in the past week, newest first.
 * @throws AppError('not-found')
 */
export const listRejections = async (
  userId: number,
  webhookId: number,
  { webhooks, rejections, clock }: RejectionPorts,
): Promise<RejectionWire[]> => {
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  const kept = await rejections.list(userId, webhookId, LISTED);
  return kept.filter(({ expiresAt }) => expiresAt > epochSeconds(clock())).map(toWire);
};

const toWire = ({
  id,
  at,
  reason,
  detail,
  ip,
  method,
  query,
  headers,
  body,
  size,
  more,
}: Rejection): RejectionWire => ({
  ...{ id, at, reason, detail, ip, method, query, size, more },
  content_type: headers['content-type'] ?? '',
  body: new TextDecoder().decode(body),
  complete: size === body.byteLength,
});

/**
 * Accepts a rejected call on its owner's request. It uses quota, is stored and is sent to all targets, like any other
 * call.
 * @returns the new invocation
 * @throws AppError not-found, quota-exceeded, or conflict: the stored body is incomplete, or the webhook accepts no
 * calls
 */
export const acceptRejection = async (
  userId: number,
  id: string,
  ports: RejectionPorts & AcceptCallPorts,
): Promise<InvocationSummary> => {
  const { webhooks, rejections } = ports;
  const webhookId = parseInvocationId(id)?.webhookId ?? 0;
  const webhook = await webhooks.get(userId, webhookId);
  const rejection = webhook && (await rejections.take(userId, webhookId, id));
  if (!rejection || rejection.expiresAt <= epochSeconds(ports.clock())) throw notFound('Rejected call');
  try {
    if (rejection.size !== rejection.body.byteLength)
      throw new AppError(
        'call-not-kept',
        `Only the first ${MAX_KEPT_BYTES} bytes of this call were stored, so it can’t be delivered. Send it again.`,
      );
    const { ip, method, query, headers, body, at: refusedAt } = rejection;
    const accepted = await acceptAsOwner({ route: webhook.route, ip, method, query, headers, body, refusedAt }, ports);
    if ('handshake' in accepted)
      throw new AppError('call-not-kept', 'This call is a URL verification request and has no message.');
    return accepted;
  } catch (error) {
    // Put the call back into the list, because it was not delivered.
    await rejections.insert(rejection);
    throw error;
  }
};
