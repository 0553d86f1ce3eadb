import { type NoticeOutbox, silentNotice, soundNotice } from '../mail/owner-notice.ts';
import type { OwnerReader } from '../model/owner.ts';
import { beyondPlanReason, isBeyondPlan } from '../model/plan-limit.ts';
import { type Plans, planOf } from '../model/plans.ts';
import type { Webhook } from '../model/webhook.ts';
import type { UsageReader, WebhookStore } from '../model/webhook-ports.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import type { TimeBudget } from '../platform/time-budget.ts';

/** A webhook whose silence alarm is due for a check. `dueAt` identifies the check, so an outdated one has no effect. */
interface DueSilence {
  userId: number;
  webhookId: number;
  dueAt: string;
}

export interface SilenceStore {
  due(now: Date, limit: number): Promise<DueSilence[]>;
  /** Does nothing if a change of settings or another run has rescheduled the check meanwhile. */
  save(checked: DueSilence, next: Pick<SilenceStep, 'checkAt' | 'silentSince'>): Promise<void>;
}

/** Interval of checks while an alarm is ringing. */
const RINGING_SECONDS = 300;
/** Maximum number of webhooks checked in one run. */
const PAGE = 200;

type Alarm = Pick<Webhook, 'enabled' | 'silenceAlarmMinutes' | 'silentSince'>;

/**
 * Returns the time of the first check of a new or changed alarm; undefined if the alarm is off or the webhook is
 * disabled.
 */
export const firstCheck = ({ enabled, silenceAlarmMinutes, silentSince }: Alarm, now: Date): Date | undefined => {
  if (!enabled || silenceAlarmMinutes === null) return undefined;
  return secondsAfter(now, silentSince === undefined ? silenceAlarmMinutes * 60 : RINGING_SECONDS);
};

interface SilenceStep {
  checkAt: Date;
  /** The value to store on the webhook. */
  silentSince: string | undefined;
  event?: 'silent' | 'sound';
}

/**
 * Decides whether a webhook's alarm starts, keeps or stops ringing, and when to check again. Pure.
 * @param lastCall time of the webhook's last call (RFC 3339), if any
 */
export const checkedSilence = (
  {
    silenceAlarmMinutes,
    silentSince,
    createdAt,
  }: Pick<Webhook, 'silentSince' | 'createdAt'> & {
    silenceAlarmMinutes: number;
  },
  lastCall: string | undefined,
  now: Date,
): SilenceStep => {
  const again = secondsAfter(now, RINGING_SECONDS);
  const expected = lastCall && secondsAfter(new Date(lastCall), silenceAlarmMinutes * 60);
  if (silentSince !== undefined) {
    if (lastCall === undefined || lastCall <= silentSince) return { checkAt: again, silentSince };
    const checkAt = expected && expected > now ? expected : again;
    return { checkAt, silentSince: undefined, event: 'sound' };
  }
  if (expected && expected > now) return { checkAt: expected, silentSince };
  return { checkAt: again, silentSince: lastCall ?? createdAt, event: 'silent' };
};

type CheckSilencePorts = TimeBudget & {
  silences: SilenceStore;
  webhooks: Pick<WebhookStore, 'get'>;
  counters: UsageReader;
  owners: OwnerReader<'status' | 'premiumUntil'>;
  plans: Plans;
  outbox: NoticeOutbox;
  clock: Clock;
};

/**
 * Checks due silence alarms and saves a notice for each that starts or stops ringing. The check reads the time of the
 * last call from the counters, so accepting a call needs no extra write. A crash before the last step repeats the
 * check, but a notice with the same id is saved only once. Run every minute.
 */
export const checkSilence = async (ports: CheckSilencePorts): Promise<void> => {
  for (const due of await ports.silences.due(ports.clock(), PAGE)) {
    if (!ports.keepGoing()) return;
    try {
      await checkOne(due, ports);
    } catch (error) {
      log.error('silence alarm not checked', { userId: due.userId, webhookId: due.webhookId }, error);
    }
  }
};

const checkOne = async (due: DueSilence, ports: CheckSilencePorts): Promise<void> => {
  const { userId, webhookId } = due;
  const now = ports.clock();
  const [webhook, usage] = await Promise.all([
    ports.webhooks.get(userId, webhookId),
    ports.counters.usage(userId, now),
  ]);
  const minutes = webhook?.silenceAlarmMinutes ?? null;
  if (!webhook || minutes === null) return;
  const lastCall = usage.of(webhookId).lastInvocation;
  const step = checkedSilence({ ...webhook, silenceAlarmMinutes: minutes }, lastCall, now);
  if (step.event === 'silent')
    await ports.outbox.put(silentNotice(webhook, { minutes, lastCall, refusal: await refusalOf(webhook, ports) }), now);
  if (step.event === 'sound' && webhook.silentSince && lastCall)
    await ports.outbox.put(soundNotice(webhook, { silentSince: webhook.silentSince, lastCall }), now);
  await ports.silences.save(due, step);
};

/** Returns the reason if a webhook accepts no calls because of its owner's plan. */
const refusalOf = async (
  webhook: Webhook,
  { owners, plans, clock }: Pick<CheckSilencePorts, 'owners' | 'plans' | 'clock'>,
): Promise<string | undefined> => {
  const owner = await owners.get(webhook.userId);
  const plan = owner && plans[planOf(owner.status, owner.premiumUntil, clock())];
  return plan && isBeyondPlan(webhook, plan) ? beyondPlanReason(plan) : undefined;
};
