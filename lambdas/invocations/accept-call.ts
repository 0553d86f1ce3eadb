import type { IntakeAnswer } from '#contract/answer';
import type { NoticeOutbox } from '../mail/owner-notice.ts';
import { MAX_HELD_BYTES, maxHeldCalls } from '../model/hold.ts';
import type { IncomingCall, InvocationSummary } from '../model/invocation.ts';
import type { DeduplicationStore, InvocationStore, QuotaStore, Route, RouteReader } from '../model/invocation-ports.ts';
import type { Lanes } from '../model/lane-message.ts';
import { beyondPlanReason, isBeyondPlan } from '../model/plan-limit.ts';
import { hasTrialEnded, type Plan, type Plans, planOf } from '../model/plans.ts';
import type { Handshake } from '../model/verification-result.ts';
import { type Clock, DAY_SECONDS, epochSeconds } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { newInvocationId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { hopsOf, MAX_HOPS } from '../platform/outbound/hops.ts';
import { admitCall, type Judge, UnverifiedCall, type VerifyingRoute } from './admit-call.ts';
import { type KnownSecrets, maskCall } from './mask-call.ts';
import { repeatedCall } from './repeated-call.ts';
import type { RouteCache } from './route-cache.ts';
import { noteUse, storageNeeded, takeAndStore } from './store-call.ts';

/** The largest body that is accepted, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

const PREVIEW_CHARACTERS = 160;

export interface AcceptCallPorts {
  routes: RouteReader;
  plans: Plans;
  clock: Clock;
  laneQueue: Pick<Lanes, 'send'>;
  deduplication: DeduplicationStore;
  counters: QuotaStore;
  invocations: Pick<InvocationStore, 'get' | 'insert' | 'remove'>;
  outbox: NoticeOutbox;
  /** If unset, nothing is cached. */
  routeCache?: RouteCache;
  /** Omitted for the owner's test calls, which need no proof. */
  judge?: Judge;
  /**
   * Decrypts a webhook's secrets, so they can be masked in calls. If unset, secrets are recognised only by name and
   * form.
   */
  secretsOf?: (route: VerifyingRoute) => Promise<KnownSecrets>;
  /** Records a call that was rejected because its proof was missing or wrong. */
  noteRejection?: (route: Route, call: IncomingCall, why: UnverifiedCall['verdict']) => Promise<void>;
}

/** An accepted call, with its webhook's custom response if there is one. */
export interface AcceptedCall extends InvocationSummary {
  answer?: IntakeAnswer;
}

/**
 * Accepts a call: consumes quota, stores the call and queues one dispatch per target. A call beyond the quota is held
 * instead, up to a limit. Once this returns, the call is stored and will be delivered. If it throws an unexpected
 * error, the caller is asked to retry, and the reconciler completes calls that were stored but not queued.
 * @returns the invocation, or the URL verification request, which is not stored.
 * @throws AppError: payload-too-large, loop-detected, not-found (unknown route, or a webhook that accepts no calls),
 * method-not-allowed. Also quota-exceeded and storage-full, with the seconds until the quota is renewed or storage is
 * free.
 */
export const acceptCall = async (
  call: IncomingCall,
  ports: AcceptCallPorts,
): Promise<AcceptedCall | { handshake: Handshake }> => {
  if (call.body.byteLength > MAX_BODY_BYTES)
    throw new AppError(
      'payload-too-large',
      `The body has ${call.body.byteLength} bytes. The limit is ${MAX_BODY_BYTES}. Send less data.`,
    );
  if (hopsOf(call.headers) > MAX_HOPS)
    throw new AppError(
      'loop-detected',
      `This call passed through more than ${MAX_HOPS} Tellhook deliveries in a row. Check your targets for a loop back to a webhook.`,
    );
  await refuseFlood(call, ports);
  const known = ports.routeCache?.route(call.route);
  const accepted = known && (await acceptOnRoute(known.route, known.since, call, ports).catch(ignoreAppError));
  if (accepted) return answered(accepted, known.route);

  // The route is not cached, or the cached one would not accept the call, so it is read from the table.
  ports.routeCache?.forget(call.route);
  const since = ports.clock();
  const route = await ports.routes.byRoute(call.route);
  if (!route) throw new AppError('webhook-unknown', 'There is no webhook at this URL. Check the URL.');
  const result = await acceptOnRoute(route, undefined, call, ports).catch(async (error: unknown) => {
    if (error instanceof UnverifiedCall) {
      ports.routeCache?.keepRefusing(call.route, { route, since });
      await noteRejection(route, call, error, ports);
    }
    throw error;
  });
  ports.routeCache?.keep(call.route, { route, since });
  return answered(result, route);
};

/** Adds the custom response of the webhook. A dropped duplicate gets it too, like the first call. */
const answered = (
  result: InvocationSummary | { handshake: Handshake },
  { intake: { answer } }: Route,
): AcceptedCall | { handshake: Handshake } => (answer && !('handshake' in result) ? { ...result, answer } : result);

/**
 * Rejects unverified calls without a read once a webhook gets too many of them. Verified calls are never rejected here.
 * @throws AppError('throttled')
 */
const refuseFlood = async (call: IncomingCall, ports: AcceptCallPorts): Promise<void> => {
  const flooded = ports.routeCache?.flooded(call.route);
  if (!flooded) return;
  const { route, retryAfterSeconds } = flooded;
  const error: unknown = await admitCall(route, call, ports.clock(), ports.judge).catch((reason: unknown) => reason);
  if (!(error instanceof UnverifiedCall)) return;
  await noteRejection(route, call, error, ports);
  throw new AppError('throttled', 'Too many unverified calls. Wait a moment, check the signature and try again.', {
    retryAfterSeconds,
  });
};

/** Records a rejected call. A failure is only logged, because the call is rejected in any case. */
const noteRejection = async (
  route: Route,
  call: IncomingCall,
  { verdict }: UnverifiedCall,
  ports: AcceptCallPorts,
): Promise<void> => {
  try {
    await ports.noteRejection?.(route, await masked(route, call, ports), verdict);
  } catch (error) {
    log.error('rejected call not recorded', { userId: route.userId, webhookId: route.webhookId }, error);
  }
};

/** Masks the secrets in a call, even while verification is off, because the service may continue to send them. */
const masked = async (route: Route, call: IncomingCall, { secretsOf }: AcceptCallPorts): Promise<IncomingCall> => {
  const { verification } = route;
  return maskCall(call, verification && (await secretsOf?.({ ...route, verification })));
};

const ignoreAppError = (error: unknown): undefined => {
  if (!(error instanceof AppError)) throw error;
};

/**
 * Accepts a call on a known route. @param routeReadAt the time when a cached route was read; undefined for a fresh one
 */
const acceptOnRoute = async (
  route: Route,
  routeReadAt: Date | undefined,
  call: IncomingCall,
  ports: AcceptCallPorts,
): Promise<InvocationSummary | { handshake: Handshake }> => {
  const now = ports.clock();
  const { handshake, verified, signed } = await admitCall(route, call, now, ports.judge);
  if (handshake) return { handshake };
  const planName = planOf(route.owner.status, route.owner.premiumUntil, now);
  const plan = ports.plans[planName];
  if (hasTrialEnded(route.owner, now))
    throw new AppError('trial-ended', 'The trial of this webhook has ended, so it accepts no more calls.');
  if (plan.maxBodyBytes !== undefined && call.body.byteLength > plan.maxBodyBytes)
    throw new AppError(
      'payload-too-large',
      `The body has ${call.body.byteLength} bytes. The limit of this plan is ${plan.maxBodyBytes}. Send less data.`,
    );
  if (isBeyondPlan(route, plan)) throw new AppError('webhook-beyond-plan', beyondPlanReason(plan));

  const { userId, webhookId, targetIds } = route;
  const id = newInvocationId(webhookId, now);
  const first = await repeatedCall(call, signed, id, route, now, ports);
  if (first && route.intake.duplicates === 'drop') return first;

  const { query, headers, body } = await masked(route, call, ports);
  const content = { headers, body };
  const summary: InvocationSummary = {
    ...summaryOf({ ...call, query, headers, body }, id, route, now),
    plan: planName,
    expiresAt: epochSeconds(now) + Math.min(plan.retentionDays, route.retentionDays ?? Infinity) * DAY_SECONDS,
    ...(first && { duplicateOf: first.id }),
    ...(verified !== undefined && { verified }),
  };
  const taking = {
    ...takingOf(route, call, plan),
    ...{ now, routeReadAt, isUsedUp: ports.routeCache?.isUsedUp(userId) ?? false },
    storage: storageNeeded(call, plan, summary.expiresAt, now),
  };
  const { taken, stored } = await takeAndStore(taking, summary, content, ports);
  if (!taken.held) {
    const { method, contentType, plan, expiresAt } = summary;
    const { webhookVersion } = route;
    const carried = { method, query, contentType, plan, expiresAt, webhookVersion, content };
    await ports.laneQueue.send(
      targetIds.map((targetId) => ({
        ...{ kind: 'dispatch', userId, webhookId, invocationId: id, targetId, generation: 0, call: carried },
        previousAt: taken.previousCallTo(targetId) ?? null,
      })),
    );
  }
  // A trial has no address for notices.
  if (planName !== 'trial') await noteUse(userId, taken, taking.storage, plan.maxInvocationsPerDay, now, ports.outbox);
  return stored;
};

/** A call's own part of its summary. */
const summaryOf = (
  { ip, method, query, headers, body, refusedAt }: IncomingCall,
  id: string,
  { userId, webhookId, targetIds, validUntil }: Route,
  now: Date,
) => ({
  ...{ id, userId, webhookId, invokedAt: now.toISOString(), ip, method, query },
  contentType: headers['content-type'] ?? '',
  size: body.byteLength,
  preview: preview(body),
  dispatches: Object.fromEntries(targetIds.map((targetId) => [targetId, 'pending' as const])),
  ...(validUntil !== undefined && { byOldUrl: true as const }),
  ...(refusedAt !== undefined && { refusedAt }),
});

/** The limits under which a call takes quota. */
const takingOf = (
  { userId, webhookId, targetIds, validUntil, paused }: Route,
  { route, body }: IncomingCall,
  { maxInvocationsPerDay: limit, maxInvocations: maxCalls }: Plan,
) => ({
  ...{ userId, webhookId, targetIds, limit, maxCalls, isPaused: paused },
  ...(validUntil !== undefined && { oldRoute: route }),
  hold: maxCalls === undefined ? { fits: body.byteLength <= MAX_HELD_BYTES, maxHeld: maxHeldCalls(limit) } : undefined,
});

/** Returns the beginning of the body as text, without splitting a character. */
const preview = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body.subarray(0, PREVIEW_CHARACTERS * 4));
  return Array.from(text).slice(0, PREVIEW_CHARACTERS).join('');
};
