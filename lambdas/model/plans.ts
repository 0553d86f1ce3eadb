import * as z from 'zod';
import { NEVER } from '#contract/never';
import type { AccountStatus } from '#contract/states';
import { secondsAfter } from '../platform/clock.ts';

const count = z.int().min(0);
const positive = z.int().min(1);

/** The limits of one plan. The numbers reach the functions as the variable `PLANS`, so a deployment can set its own. */
const planSchema = z.strictObject({
  maxWebhooks: positive,
  /** `null` means unlimited. */
  maxTargets: positive.nullable(),
  /** API keys that are alive at the same time. */
  maxApiKeys: positive,
  /** Accepted calls per UTC calendar day, over all webhooks of the account. */
  maxInvocationsPerDay: positive,
  /** Bytes of the calls that are kept, body, headers and query as they came, over all webhooks of the account. */
  maxStoredBytes: positive,
  /** Days that an invocation stays readable. */
  retentionDays: positive,
  /** Euro cents a month. */
  priceCents: count,
  retry: z.strictObject({
    /** Waits before the second, third, … attempt after a transient failure, in seconds, without jitter. */
    delaysSeconds: z.array(positive).min(1),
    /** When the list is used up, attempts follow at this interval in seconds; `null` ends with the list. */
    thenEverySeconds: positive.nullable(),
    /** Days without success after which a message fails; its owner can resend it with one click. `null`: never. */
    givenUpAfterDays: positive.nullable(),
  }),
  mail: z.strictObject({
    /** Deliveries by email that are sent one by one each UTC day; further ones are batched into digests. */
    mailsPerDay: count,
    /** The interval of digests, in minutes. */
    batchMinutes: positive,
  }),
});
export type Plan = z.infer<typeof planSchema>;

/** The shape of the variable `PLANS`. Enterprise is agreed by contact and has no numbers here. */
export const plansSchema = z.strictObject({ free: planSchema, premium: planSchema });
export type Plans = z.infer<typeof plansSchema>;
export type PlanName = keyof Plans;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEBIBYTE = 1024 ** 2;

const freeRetryDelays = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];

/** The published plans. Every screen reads them from the API, so no two texts can disagree. */
export const plans: Plans = {
  free: {
    maxWebhooks: 1,
    maxTargets: 5,
    maxApiKeys: 2,
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
    maxInvocationsPerDay: 1500,
    maxStoredBytes: 2048 * MEBIBYTE,
    retentionDays: 90,
    priceCents: 299,
    retry: { delaysSeconds: [...freeRetryDelays, 12 * HOUR], thenEverySeconds: DAY, givenUpAfterDays: 30 },
    mail: { mailsPerDay: 100, batchMinutes: 15 },
  },
};

/**
 * The shortest time, in days, for which a call counts as stored, unless its plan keeps none that long. Writing costs as
 * much as storing for six weeks, so short retention must not allow unlimited writes.
 */
export const STORED_DAYS_AT_LEAST = 30;

/** Targets of an account whose plan names no number: more than anyone needs, and not without end. */
export const TARGETS_WITHOUT_LIMIT = 1000;

/** Shares of the daily quota, in percent, at which the owner gets an email, each at most once a day. */
export const QUOTA_NOTICE_PERCENTS = [80, 100] as const;

/** Share of the storage, in percent, at which the owner gets an email, in addition to the one about rejected calls. */
export const STORAGE_NOTICE_PERCENT = 80;

/** The grace of premium after an unpaid period, so a new card or a second try comes in time. */
export const PAYMENT_GRACE_SECONDS = 3 * 86_400;

/** When premium ends that was paid until then (RFC 3339) and is not paid any further. */
export const withGrace = (paidUntil: string): Date => secondsAfter(new Date(paidUntil), PAYMENT_GRACE_SECONDS);

/**
 * The end of premium without a further payment, RFC 3339. It is a subscription's own end when it is cancelled, else the
 * end of the paid period and the grace after it. The zero date: it does not end, or there is none.
 */
export const benefitsEnd = (status: AccountStatus, premiumUntil: string): string => {
  if (status === 'premium_cancelled') return premiumUntil;
  if (status !== 'premium' || premiumUntil === NEVER) return NEVER;
  return withGrace(premiumUntil).toISOString();
};

/**
 * The plan whose limits hold at `now`. A cancelled subscription counts until `premiumUntil` (RFC 3339; the zero date
 * means never) and ends at that moment, without waiting for any job. Any other subscription counts for the days of
 * grace beyond it; the zero date then means that it never ends.
 */
export const planOf = (status: AccountStatus, premiumUntil: string, now: Date): PlanName => {
  switch (status) {
    case 'free':
      return 'free';
    case 'admin':
      return 'premium';
    case 'premium':
      return premiumUntil === NEVER || now < withGrace(premiumUntil) ? 'premium' : 'free';
    case 'premium_cancelled':
      return now < new Date(premiumUntil) ? 'premium' : 'free';
  }
};
