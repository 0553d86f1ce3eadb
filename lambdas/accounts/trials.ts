import type { TrialStarted } from '#contract/account';
import type { Account } from '../model/account.ts';
import type { ChallengeVerifier, TrialStore } from '../model/account-ports.ts';
import { TRIAL_SECONDS, trialDeletedAt } from '../model/plans.ts';
import { judge, parseRefreshToken } from '../model/session.ts';
import { webhookDefaults } from '../model/webhook.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { newNumericId, newRoute } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { TimeBudget } from '../platform/time-budget.ts';
import { type DeletionStore, SETTLING_SECONDS } from './delete-account.ts';
import type { Limits } from './limits.ts';
import { type SessionPorts, signIn, signOut, type TokenPair } from './sessions.ts';

export type StartTrialPorts = SessionPorts & {
  challenges: ChallengeVerifier;
  limits: Limits;
  trials: TrialStore;
  /** The number of trials from which no further one starts. */
  maxTrials: number;
  /** The kind of the trial's target, loaded on use. */
  trialKind: () => Promise<{ slug: string; name: string }>;
};

/** The name of a trial's webhook, which its messages show. */
const WEBHOOK_NAME = 'My webhook';

/**
 * Starts a trial: an account without an address, with one webhook and one target, and a session. It ends the browser's
 * previous session (`cookie`), like a sign-in.
 * @throws AppError('throttled' | 'challenge-failed' | 'unavailable')
 */
export const startTrial = async (
  request: { challenge: string },
  ip: string,
  cookie: string | undefined,
  ports: StartTrialPorts,
): Promise<{ tokens: TokenPair; trial: Pick<TrialStarted, 'webhook_id' | 'route' | 'ends_at'> }> => {
  await ports.limits.trial(ip);
  await ports.challenges.verify(request.challenge, 'TRIAL', ip);
  if ((await ports.trials.count()) >= ports.maxTrials)
    throw new AppError('unavailable', 'No trials are available at the moment. Create a free account instead.');

  const now = ports.clock();
  const createdAt = now.toISOString();
  const endsAt = secondsAfter(now, TRIAL_SECONDS).toISOString();
  const userId = newNumericId();
  const kind = await ports.trialKind();
  const target = {
    id: newNumericId(),
    userId,
    name: kind.name,
    kind: kind.slug,
    status: 'active' as const,
    options: {},
    createdAt,
    updatedAt: createdAt,
  };
  const webhook = {
    ...webhookDefaults,
    format: 'rich' as const,
    id: newNumericId(),
    userId,
    name: WEBHOOK_NAME,
    route: newRoute(),
    targetIds: [target.id],
    createdAt,
    position: 0,
  };
  await ports.trials.insert({ userId, createdAt: now, endsAt, target, webhook });
  log.info('trial started', { userId, ip });
  await signOut(cookie, ports);
  const tokens = await signIn({ userId, epoch: 0, trial: true }, ports);
  return { tokens, trial: { webhook_id: webhook.id, route: webhook.route, ends_at: endsAt } };
};

/** The trial of a session cookie, if it can still be claimed. */
export const trialOfCookie = async (
  cookie: string | undefined,
  { accounts, sessions, clock }: Pick<SessionPorts, 'accounts' | 'sessions' | 'clock'>,
): Promise<Account | undefined> => {
  const token = parseRefreshToken(cookie);
  if (!token) return undefined;
  const [session, account] = await Promise.all([sessions.get(token.userId, token.family), accounts.get(token.userId)]);
  const now = clock();
  if (account?.status !== 'trial' || now >= trialDeletedAt(account.premiumUntil)) return undefined;
  const verdict = judge(session, token.secret, account.epoch, now);
  return verdict === 'current' || verdict === 'just-replaced' ? account : undefined;
};

/** Maximum number of trials that one run ends. Each costs two requests. */
const ENDED_AT_ONCE = 100;

/**
 * Deletes trials whose hour of grace is over. Runs every minute. It only leaves tombstones; the sweep of unfinished
 * deletions removes the items once no call can still be written.
 */
export const deleteEndedTrials = async ({
  trials,
  deletions,
  clock,
  keepGoing,
}: TimeBudget & {
  trials: Pick<TrialStore, 'due'>;
  deletions: Pick<DeletionStore, 'begin'>;
  clock: Clock;
}): Promise<void> => {
  for (const userId of await trials.due(clock(), ENDED_AT_ONCE)) {
    if (!keepGoing()) return;
    const now = clock();
    const cleanUpAt = secondsAfter(now, SETTLING_SECONDS);
    if (await deletions.begin(userId, now, cleanUpAt, { ifTrial: true })) log.info('trial ended', { userId });
  }
};
