import type { CallMethod, IntakeAnswer } from '#contract/answer';
import {
  type NoticeOutbox,
  type PendingNotice,
  quotaNotice,
  storageFullNotice,
  storageNotice,
} from '../notices/owner-notice.ts';
import { hopsOf, MAX_HOPS } from '../outbound/hops.ts';
import { type Plan, planOf, STORED_DAYS_AT_LEAST } from '../plans/plans.ts';
import { mebibytes } from '../plans/room.ts';
import { epochSeconds, secondsAfter, secondsToNextUtcDay, secondsUntil, utcDay } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { newInvocationId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { Services, Uses } from '../services.ts';
import type { Verdict } from '../verification/verdict.ts';
import type { Verification } from '../verification/verification.ts';
import { beyondPlanReason, isBeyondPlan } from '../webhooks/plan-limit.ts';
import { carriedCall } from './carried-call.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Handshake, handshakeOf } from './handshakes.ts';
import { type HeldBy, MAX_HELD_BYTES, mostOwed } from './held/hold.ts';
import type { IncomingCall, InvocationContent, InvocationSummary } from './invocation.ts';
import { isIsolated } from './isolated-call.ts';
import { maskHeaders } from './mask-headers.ts';
import type { CallRoom, InvocationStore, QuotaStore, Route, TakenQuota } from './ports.ts';

/** The largest body that is accepted, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

const PREVIEW_CHARACTERS = 160;
const SECONDS_PER_DAY = 86_400;

/** A call with more bytes costs much to store and to take back, so that it is stored only once it has its quota. */
const LARGE_BYTES = 65_536;

export type AcceptCallPorts = Pick<Services, 'routes' | 'deduplication' | 'plans' | 'clock'> &
  Uses<{ counters: 'takeInvocation'; invocations: 'insert' | 'remove' | 'get'; laneQueue: 'send'; outbox: 'put' }> & {
    /** Without it everything is read. */
    routeCache?: Services['routeCache'];
    /** Judges who made a call, for webhooks that ask for it; without it nobody is asked, as for their owner's test calls. */
    judge?: (route: Route & { verification: Verification }, call: IncomingCall, now: Date) => Promise<Verdict>;
    /** Writes down a call that was refused for that. */
    noteRejection?: (route: Route, call: IncomingCall, why: Extract<Verdict, { verified: false }>) => Promise<void>;
  };

/** A call that was accepted, with what its caller is told instead of its id, if its webhook has an answer of its own. */
export interface AcceptedCall extends InvocationSummary {
  answer?: IntakeAnswer;
}

/**
 * Accepts one call: takes quota, stores it, queues one dispatch per target. One beyond the quota is held instead, for as many
 * as may be. When this returns, the call is durable and
 * will be delivered; when it throws, the caller is told to try again, and a trace that was left half-way is finished by
 * the reconciler, so that it is never in between for long.
 * @returns the invocation, or the handshake that the call was, which is not stored.
 * @throws AppError: payload-too-large, loop-detected, not-found (unknown route, or a webhook that takes no calls, with the reason),
 *   method-not-allowed, quota-exceeded with the seconds until the next UTC day, storage-full with those until there is room.
 */
export const acceptCall = async (
  call: IncomingCall,
  ports: AcceptCallPorts,
): Promise<AcceptedCall | { handshake: Handshake }> => {
  if (call.body.byteLength > MAX_BODY_BYTES)
    throw new AppError(
      'payload-too-large',
      `The body has ${call.body.byteLength} bytes; at most ${MAX_BODY_BYTES} are accepted.`,
    );
  if (hopsOf(call.headers) > MAX_HOPS)
    throw new AppError(
      'loop-detected',
      `This call was led here by more than ${MAX_HOPS} deliveries of this service in a row, which looks like a loop of targets and webhooks.`,
    );
  const known = ports.routeCache?.route(call.route);
  const accepted = known && (await acceptBy(known.route, known.since, call, ports).catch(unlessRefused));
  if (accepted) return answered(accepted, known.route);

  // Nothing is remembered, or something of it speaks against the call: the table has the last word.
  ports.routeCache?.forget(call.route);
  const since = ports.clock();
  const route = await ports.routes.byRoute(call.route);
  if (!route) throw new AppError('webhook-unknown', 'There is no webhook at this address.');
  const result = await acceptBy(route, undefined, call, ports).catch(async (error: unknown) => {
    if (error instanceof UnverifiedCall) await noteRejection(route, call, error, ports);
    throw error;
  });
  ports.routeCache?.keep(call.route, { route, since });
  return answered(result, route);
};

/** A repeat that is dropped is answered as its first was. */
const answered = (
  result: InvocationSummary | { handshake: Handshake },
  { intake: { answer } }: Route,
): AcceptedCall | { handshake: Handshake } => (answer && !('handshake' in result) ? { ...result, answer } : result);

/** A call that does not prove who made it, to a webhook that wants that. */
class UnverifiedCall extends AppError {
  readonly verdict: Extract<Verdict, { verified: false }>;

  constructor(verdict: Extract<Verdict, { verified: false }>) {
    super('unverified', `This webhook takes only calls that prove who made them. ${verdict.detail}`);
    this.verdict = verdict;
  }
}

/** The call is refused already, whatever becomes of the note. */
const noteRejection = async (
  route: Route,
  call: IncomingCall,
  { verdict }: UnverifiedCall,
  ports: AcceptCallPorts,
): Promise<void> => {
  try {
    await ports.noteRejection?.(route, call, verdict);
  } catch (error) {
    log.error('refused call not written down', { userId: route.userId, webhookId: route.webhookId }, error);
  }
};

/**
 * Whether a call proved who made it; undefined when nobody asked. A handshake of a sender that wants one is answered.
 * @throws UnverifiedCall when it did not, and the webhook refuses such calls.
 */
const proofOf = async (
  route: Route,
  call: IncomingCall,
  now: Date,
  { judge }: AcceptCallPorts,
): Promise<InvocationSummary['verified'] | { handshake: Handshake }> => {
  const { verification } = route;
  if (!verification || verification.mode === 'off' || !judge) return undefined;
  const verdict = await judge({ ...route, verification }, call, now);
  if (verdict.verified) return verdict.handshake ? { handshake: verdict.handshake } : 'yes';
  if (verification.mode === 'enforce' || verdict.always) throw new UnverifiedCall(verdict);
  return verdict.reason;
};

const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof AppError)) throw error;
};

/** Why a disabled webhook takes no calls: a webhook whose last target was deleted is disabled by that, not by a wish. */
const notTaken = ({ targetIds }: Route): AppError =>
  targetIds.length === 0
    ? new AppError('webhook-without-target', 'This webhook has no target: its owner has to choose one.')
    : new AppError('webhook-disabled', 'This webhook is disabled by its owner.');

/** @throws AppError('method-not-allowed') for a call by a method that its webhook does not take. */
const checkMethod = ({ intake: { methods } }: Route, { method }: IncomingCall): void => {
  if (methods.length === 0 || methods.includes(method as CallMethod)) return;
  const taken = methods.join(', ');
  throw new AppError('method-not-allowed', `This webhook takes ${taken} only, and this call is a ${method}.`, {
    allow: methods,
  });
};

/** @param knownSince when the route was read, if it is a remembered one. */
const acceptBy = async (
  route: Route,
  knownSince: Date | undefined,
  call: IncomingCall,
  ports: AcceptCallPorts,
): Promise<InvocationSummary | { handshake: Handshake }> => {
  if (!route.enabled) throw notTaken(route);

  if (route.intake.answerHandshakes) {
    const handshake = handshakeOf(call, route.intake.verifyToken);
    if (handshake) return { handshake };
  }

  checkMethod(route, call);

  const now = ports.clock();
  const verified = await proofOf(route, call, now, ports);
  if (typeof verified === 'object') return verified;
  const planName = planOf(route.owner.status, route.owner.premiumUntil, now);
  const plan = ports.plans[planName];
  if (isBeyondPlan(route, plan)) throw new AppError('webhook-beyond-plan', beyondPlanReason(plan));

  const { userId, webhookId, targetIds } = route;
  const id = newInvocationId(webhookId, now);
  const first = await repeated(call, id, route, now, ports);
  if (first && route.intake.duplicates === 'drop') return first;

  const summary: InvocationSummary = {
    id,
    userId,
    webhookId,
    invokedAt: now.toISOString(),
    ip: call.ip,
    method: call.method,
    query: call.query,
    contentType: call.headers['content-type'] ?? '',
    size: call.body.byteLength,
    preview: preview(call.body),
    dispatches: Object.fromEntries(targetIds.map((targetId) => [targetId, 'pending' as const])),
    plan: planName,
    expiresAt: epochSeconds(now) + Math.min(plan.retentionDays, route.retentionDays ?? Infinity) * SECONDS_PER_DAY,
    ...(first && { duplicateOf: first.id }),
    ...(verified !== undefined && { verified }),
    ...(route.validUntil !== undefined && { byOldUrl: true as const }),
    ...(call.refusedAt !== undefined && { refusedAt: call.refusedAt }),
  };
  const content = { headers: maskHeaders(call.headers), body: call.body };
  const quota = {
    userId,
    webhookId,
    ...(route.validUntil !== undefined && { oldRoute: call.route }),
    targetIds,
    limit: plan.maxInvocationsPerDay,
    room: roomOf(call, plan, summary.expiresAt, now),
    now,
    knownSince,
    isPaused: route.paused,
    hold: { fits: call.body.byteLength <= MAX_HELD_BYTES, most: mostOwed(plan.maxInvocationsPerDay) },
    isUsedUp: ports.routeCache?.isUsedUp(userId) ?? false,
  };
  const { taken, stored } = await takeAndStore(quota, summary, content, ports);
  if (taken.held) {
    await noteRoom(userId, { ...taken, bytes: quota.room.bytes }, plan, now, ports.outbox);
    return stored;
  }

  await ports.laneQueue.send(
    targetIds.map((targetId) => ({
      userId,
      webhookId,
      invocationId: id,
      targetId,
      generation: 0,
      isolated: isIsolated(taken.previousCallTo(targetId), now),
      call: carriedCall(summary, content, route.webhookVersion),
    })),
  );
  await noteUse(userId, { ...taken, bytes: quota.room.bytes }, plan, now, ports.outbox);
  return summary;
};

type Quota = Parameters<QuotaStore['takeInvocation']>[0];

/**
 * Takes quota and stores the call at the same time. A call that is to be held is stored once more, as such; one that gets no
 * place is taken back. A large one, and one whose owner is known to have no quota left, is not stored before it has a place.
 * When a write fails nothing is kept of the call, whose caller is told to come again.
 * @returns what was taken, and the call as it is stored.
 */
const takeAndStore = async (
  quota: Quota,
  summary: InvocationSummary,
  content: InvocationContent,
  { counters, invocations, routeCache, outbox }: AcceptCallPorts,
): Promise<{ taken: TakenQuota; stored: InvocationSummary }> => {
  const isKnown = quota.isUsedUp ?? false;
  const asksFirst = quota.room.bytes > LARGE_BYTES || isKnown;
  const [counting, storing] = await Promise.allSettled([
    counters.takeInvocation(quota),
    !asksFirst && invocations.insert(summary, content),
  ]);
  if (counting.status === 'rejected' || storing.status === 'rejected') {
    if (!asksFirst) await leaveNothing(summary, content, invocations);
    throw (counting.status === 'rejected' ? counting : (storing as PromiseRejectedResult)).reason;
  }
  const taken = counting.value;
  if (taken !== undefined && taken !== 'changed' && !('freeAt' in taken)) {
    if (taken.held === 'quota') routeCache?.usedUp(quota.userId);
    const stored = taken.held ? heldSummary(summary, taken.held) : summary;
    if (asksFirst || taken.held) await insertOrNothing(stored, content, invocations);
    return { taken, stored };
  }
  if (!asksFirst) await invocations.remove(summary, content);
  if (taken === 'changed') throw new AppError('webhook-changed', 'The webhook was changed at this very moment.');
  routeCache?.usedUp(quota.userId);
  if (taken !== undefined) {
    const { userId, room, now } = quota;
    if (!isKnown) await putNotice(storageFullNotice(userId, room.maxBytes, utcDay(now)), now, outbox);
    throw new AppError(
      'storage-full',
      `The stored calls of this account take up all of the ${mebibytes(room.maxBytes)} that its plan has. There is room for this one on ${utcDay(taken.freeAt)} UTC, when older ones expire.`,
      { retryAfterSeconds: secondsUntil(taken.freeAt, now) },
    );
  }
  throw refusalOf(quota);
};

const insertOrNothing = async (
  summary: InvocationSummary,
  content: InvocationContent,
  invocations: Pick<InvocationStore, 'insert' | 'remove'>,
): Promise<void> => {
  try {
    await invocations.insert(summary, content);
  } catch (error) {
    await leaveNothing(summary, content, invocations);
    throw error;
  }
};

/** The call is refused already, whatever becomes of what was stored of it. */
const leaveNothing = async (
  summary: InvocationSummary,
  content: InvocationContent,
  invocations: Pick<InvocationStore, 'remove'>,
): Promise<void> => {
  try {
    await invocations.remove(summary, content);
  } catch (error) {
    log.error('refused call not taken back', { userId: summary.userId, invocationId: summary.id }, error);
  }
};

/** Why a call is not even held: for its size, or because so many are already. */
const refusalOf = ({ limit, hold, now }: Pick<Quota, 'limit' | 'hold' | 'now'>): AppError => {
  const usedUp = `The daily quota of ${limit} calls is used up`;
  const retryAfterSeconds = secondsToNextUtcDay(now);
  return hold?.fits
    ? new AppError(
        'quota-exceeded',
        `${usedUp}, and ${hold.most} more are held until there is quota for them. It starts anew at midnight UTC.`,
        { retryAfterSeconds },
      )
    : new AppError(
        'too-large-to-hold',
        `${usedUp}, and a call with more than ${MAX_HELD_BYTES} bytes is not held until midnight UTC, when it starts anew.`,
        { retryAfterSeconds },
      );
};

const heldSummary = (summary: InvocationSummary, held: HeldBy): InvocationSummary => ({
  ...summary,
  held,
  dispatches: Object.fromEntries(Object.keys(summary.dispatches).map((id) => [id, 'held' as const])),
});

/**
 * The earlier invocation that a call repeats. One that was claimed but never stored, because accepting it failed, does
 * not count: its sender was told to come again, and here it is.
 */
const repeated = async (
  call: IncomingCall,
  invocationId: string,
  { userId, webhookId, intake }: Route,
  now: Date,
  { deduplication, invocations }: AcceptCallPorts,
): Promise<InvocationSummary | undefined> => {
  if (intake.duplicates === 'off') return undefined;
  const fingerprint = fingerprintOf(call, intake.duplicateFields);
  const windowSeconds = intake.duplicateWindowMinutes * 60;
  const first = await deduplication.claim({ webhookId, fingerprint, invocationId, windowSeconds, now });
  return first === undefined ? undefined : invocations.get(userId, webhookId, first, now);
};

/** What a call takes of the room of its owner's plan: body, headers and query as they came. */
const roomOf = ({ body, headers, query }: IncomingCall, plan: Plan, expiresAt: number, now: Date): CallRoom => {
  const headerBytes = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const leastDays = Math.min(plan.retentionDays, STORED_DAYS_AT_LEAST);
  const leastUntil = secondsAfter(now, leastDays * SECONDS_PER_DAY);
  const until = new Date(Math.max(expiresAt * 1000, leastUntil.getTime()));
  return { bytes: body.byteLength + headerBytes + query.length, maxBytes: plan.maxStoredBytes, until };
};

/** Tells the owner of a quota, or room, that runs out. */
const noteUse = async (userId: number, use: Use, plan: Plan, now: Date, outbox: NoticeOutbox): Promise<void> => {
  const notice = quotaNotice(userId, { used: use.used, limit: plan.maxInvocationsPerDay, day: utcDay(now) });
  if (notice) await putNotice(notice, now, outbox);
  await noteRoom(userId, use, plan, now, outbox);
};

/** What was taken with a call of so many bytes. */
interface Use {
  used: number;
  storedBytes: number;
  bytes: number;
}

/** Tells the owner of room that runs out. */
const noteRoom = async (
  userId: number,
  { storedBytes: stored, bytes }: Use,
  { maxStoredBytes: maxBytes }: Plan,
  now: Date,
  outbox: NoticeOutbox,
): Promise<void> => {
  const notice = storageNotice(userId, { bytes, stored, maxBytes, day: utcDay(now) });
  if (notice) await putNotice(notice, now, outbox);
};

/** The call is accepted, or refused, already, whatever becomes of the notice. */
const putNotice = async (notice: PendingNotice, now: Date, outbox: NoticeOutbox): Promise<void> => {
  try {
    await outbox.put(notice, now);
  } catch (error) {
    log.error('quota notice lost', { userId: notice.userId }, error);
  }
};

/** The beginning of the body as text, without cutting a character in two. */
const preview = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body.subarray(0, PREVIEW_CHARACTERS * 4));
  return Array.from(text).slice(0, PREVIEW_CHARACTERS).join('');
};
