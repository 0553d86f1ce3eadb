import type { AcknowledgementWire } from '#contract/acknowledge';
import { findInvocation } from '../../invocations/read-invocations.ts';
import type { DispatchStore } from '../../model/dispatch-ports.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import type { OwnerReader } from '../../model/owner.ts';
import type { WatchId, WatchStore } from '../../model/watch.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { acknowledge } from '../acknowledge.ts';
import { isWaiting } from '../watch.ts';

export type AcknowledgePorts = {
  clock: Clock;
  watches: WatchStore;
  invocations: Pick<InvocationStore, 'get'>;
  dispatches: Pick<DispatchStore, 'list'>;
  webhooks: Pick<WebhookStore, 'get'>;
  owners: OwnerReader<'email'>;
};

/**
 * Acknowledges a call for its owner, or for a member of the owner's team.
 * @param memberEmail the member's address; undefined for the owner
 * @throws AppError not-found; conflict if someone else was first, or if the call does not wait for anyone
 */
export const acknowledgeCall = async (
  userId: number,
  invocationId: string,
  ports: AcknowledgePorts,
  memberEmail?: string,
): Promise<void> => {
  const id = await findWatch(userId, invocationId, ports);
  const by = nameOf(memberEmail ?? (await ports.owners.get(userId))?.email);
  const result = id && (await acknowledge(id, { call: invocationId, by }, ports));
  if (result?.kind === 'first') return;
  if (result?.kind === 'known' && result.watch.acknowledged)
    throw new AppError(
      'acknowledged-already',
      `This call was already acknowledged by ${result.watch.acknowledged.by} at ${result.watch.acknowledged.at}.`,
    );
  throw new AppError(
    'acknowledgement-not-wanted',
    'This call does not wait for an acknowledgement. Its matter is resolved, or its webhook does not ask for one.',
  );
};

/** A user's name in chats: the address up to its "@". The owner of a trial has no address. */
const nameOf = (email = ''): string => email.split('@')[0] || 'the owner';

/** Returns a call's acknowledgement, or the next step without one. @throws AppError('not-found') */
export const getAcknowledgement = async (
  userId: number,
  invocationId: string,
  ports: AcknowledgePorts,
): Promise<AcknowledgementWire> => {
  const id = await findWatch(userId, invocationId, ports);
  const watch = id && (await ports.watches.get(id));
  if (!watch || invocationId < watch.invocationId) return { state: 'not-wanted' };
  if (watch.acknowledged) return { state: 'acknowledged', ...watch.acknowledged };
  if (watch.resolvedAt !== undefined) return { state: 'resolved', at: watch.resolvedAt };
  if (!isWaiting(watch, ports.clock())) return { state: 'not-wanted' };
  const webhook = await ports.webhooks.get(userId, id.webhookId);
  const step = webhook?.enabled ? webhook.acknowledge?.steps[watch.stepsDone] : undefined;
  return {
    state: 'waiting',
    ...(watch.nextAt !== undefined && step && { next_at: watch.nextAt, next_target_ids: step.targetIds }),
  };
};

/** The watch of a call's messages; undefined if there is none. */
const findWatch = async (
  userId: number,
  invocationId: string,
  ports: AcknowledgePorts,
): Promise<WatchId | undefined> => {
  const { webhookId } = await findInvocation(userId, invocationId, ports);
  const dispatches = await ports.dispatches.list(userId, invocationId);
  const name = dispatches.find(({ watch }) => watch !== undefined)?.watch;
  return name === undefined ? undefined : { userId, webhookId, name };
};
