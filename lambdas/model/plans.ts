import * as z from 'zod';
import { NEVER } from '#contract/never';
import type { AccountStatus } from '#contract/states';
import { secondsAfter } from '../platform/clock.ts';

const count = z.int().min(0);
const positive = z.int().min(1);

/**
 * The limits of one plan. The functions read the numbers from the variable `PLANS`, so a deployment can set its own.
 */
const planSchema = z.strictObject({
  maxWebhooks: positive,
  /** `null` means unlimited. */
  maxTargets: positive.nullable(),
  /** API keys that are valid at the same time. */
  maxApiKeys: positive,
  /** Members and open invitations of the account's team; 0 = no team. All are in one small item. */
  maxSeats: count.max(100),
  /** Accepted calls per UTC day, over all webhooks of the account. */
  maxInvocationsPerDay: positive,
  /** Accepted calls of a webhook in all; missing if only the day's number is limited. Calls beyond it are not held. */
  maxInvocations: positive.optional(),
  /** Largest body in bytes; missing if only the service's own limit applies. */
  maxBodyBytes: positive.optional(),
  /** Bytes of stored calls (body, headers and query as received), over all webhooks of the account. */
  maxStoredBytes: positive,
  /** Days for which an invocation is kept. */
  retentionDays: positive,
  /** Euro cents a month. */
  priceCents: count,
  retry: z.strictObject({
    /** Delays before the second, third, … attempt after a transient failure, in seconds, without jitter. */
    delaysSeconds: z.array(positive).min(1),
    /** The interval of further attempts in seconds; `null` if there are none. */
    thenEverySeconds: positive.nullable(),
    /** Days without success after which a message fails; `null` means never. Its owner can resend it with one click. */
    givenUpAfterDays: positive.nullable(),
  }),
  mail: z.strictObject({
    /** Number of emails per UTC day that are delivered one by one; further ones are batched into digests. */
    mailsPerDay: count,
    /** Minutes between digests. */
    batchMinutes: positive,
  }),
});
export type Plan = z.infer<typeof planSchema>;

/**
 * The plans that a deployment can set, as in the variable `PLANS`. Enterprise limits are negotiated individually, so none
 * are listed here.
 */
export const settablePlansSchema = z.strictObject({ free: planSchema, premium: planSchema });
type SettablePlans = z.infer<typeof settablePlansSchema>;
export type Plans = SettablePlans & { trial: Plan };
export type PlanName = keyof Plans;
export const planNames = ['free', 'premium', 'trial'] as const satisfies readonly PlanName[];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEBIBYTE = 1024 ** 2;

const freeRetryDelays = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];

/** The published plans. Every screen reads them from the API, so all texts show the same limits. */
export const settablePlans: SettablePlans = {
  free: {
    maxWebhooks: 1,
    maxTargets: 5,
    maxApiKeys: 2,
    maxSeats: 0,
    maxInvocationsPerDay: 25,
    maxStoredBytes: 25 * MEBIBYTE,
    retentionDays: 7,
    priceCents: 0,
    retry: { delaysSeconds: freeRetryDelays, thenEverySeconds: null, givenUpAfterDays: null },
    mail: { mailsPerDay: 100, batchMinutes: 15 },
  },
  premium: {
    maxWebhooks: 25,
    maxTargets: null,
    maxApiKeys: 20,
    maxSeats: 5,
    maxInvocationsPerDay: 1500,
    maxStoredBytes: 2048 * MEBIBYTE,
    retentionDays: 90,
    priceCents: 299,
    retry: { delaysSeconds: [...freeRetryDelays, 12 * HOUR], thenEverySeconds: DAY, givenUpAfterDays: 30 },
    mail: { mailsPerDay: 100, batchMinutes: 15 },
  },
};

/**
 * The limits of a trial, which are the same in every deployment. Its calls are kept as long as Free keeps them, because
 * they stay if it becomes a Free account.
 */
const trial: Plan = {
  maxWebhooks: 1,
  maxTargets: 1,
  maxApiKeys: 1,
  maxSeats: 0,
  maxInvocationsPerDay: 50,
  maxInvocations: 50,
  maxBodyBytes: 64 * 1024,
  maxStoredBytes: 4 * MEBIBYTE,
  retentionDays: 7,
  priceCents: 0,
  retry: { delaysSeconds: freeRetryDelays, thenEverySeconds: null, givenUpAfterDays: null },
  mail: { mailsPerDay: 100, batchMinutes: 15 },
};

const withTrial = (settable: SettablePlans): Plans => ({ ...settable, trial });

/** Parses the variable `PLANS`. The trial is not part of it, because Lambda's variables are limited to 4 KB. */
export const plansSchema = settablePlansSchema.transform(withTrial);

/** The published plans, and the trial. */
export const plans: Plans = withTrial(settablePlans);

/** Seconds for which a trial accepts calls. */
export const TRIAL_SECONDS = 24 * HOUR;

/** Seconds after a trial's end in which its holder can still turn it into a Free account. Then it is deleted. */
const TRIAL_GRACE_SECONDS = HOUR;

/** True if an account is a trial that accepts no more calls. A trial's `premiumUntil` is its end. */
export const hasTrialEnded = (
  { status, premiumUntil }: { status: AccountStatus; premiumUntil: string },
  now: Date,
): boolean => status === 'trial' && now >= new Date(premiumUntil);

/** The time at which a trial with the end `premiumUntil` (RFC 3339) can no longer be claimed, and is deleted. */
export const trialDeletedAt = (premiumUntil: string): Date => secondsAfter(new Date(premiumUntil), TRIAL_GRACE_SECONDS);

/**
 * Minimum number of days for which a call counts as stored, unless its plan has a shorter retention. Writing costs as
 * much as six weeks of storage, so short retention must not allow unlimited writes.
 */
export const STORED_DAYS_AT_LEAST = 30;

/** Target limit of an account whose plan has none: more than anyone needs, but not unlimited. */
export const TARGETS_WITHOUT_LIMIT = 1000;

/** Percentages of the daily quota at which the owner gets an email, each at most once a day. */
export const QUOTA_NOTICE_PERCENTS = [80, 100] as const;

/** Percentage of the storage at which the owner gets a warning email. Rejected calls cause a separate email. */
export const STORAGE_NOTICE_PERCENT = 80;

/** The grace period of premium after a failed renewal. It leaves time for a new card or another payment attempt. */
export const PAYMENT_GRACE_SECONDS = 3 * 86_400;

/** The time at which unrenewed premium ends, if it was paid until `paidUntil` (RFC 3339). */
export const withGrace = (paidUntil: string): Date => secondsAfter(new Date(paidUntil), PAYMENT_GRACE_SECONDS);

/**
 * The end of premium if no payment follows (RFC 3339). It is a cancelled subscription's or a trial's end, otherwise the
 * end of the paid period plus the grace period. The zero date means that premium does not end, or that there is none.
 */
export const benefitsEnd = (status: AccountStatus, premiumUntil: string): string => {
  if (status === 'premium_cancelled' || status === 'trial') return premiumUntil;
  if (status !== 'premium' || premiumUntil === NEVER) return NEVER;
  return withGrace(premiumUntil).toISOString();
};

/**
 * The plan that applies at `now`. Cancelled premium counts until `premiumUntil` (RFC 3339). Uncancelled premium counts
 * until the grace period after it ends, and has no end if it is the zero date. No job is needed to end it.
 */
export const planOf = (status: AccountStatus, premiumUntil: string, now: Date): PlanName => {
  switch (status) {
    case 'free':
    case 'trial':
      return status;
    case 'admin':
      return 'premium';
    case 'premium':
      return premiumUntil === NEVER || now < withGrace(premiumUntil) ? 'premium' : 'free';
    case 'premium_cancelled':
      return now < new Date(premiumUntil) ? 'premium' : 'free';
  }
};
