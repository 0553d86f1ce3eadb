import * as z from 'zod';
import { NEVER } from '#contract/never';
import type { AccountStatus } from '#contract/states';
import { secondsAfter } from '../platform/clock.ts';

const count = z.int().min(0);
const positive = z.int().min(1);

/** What one plan allows. The numbers reach the functions as the variable `PLANS`, so that a deployment may set its own. */
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
    /** When the list is used up, an attempt follows every so many seconds; `null` ends with the list. */
    thenEverySeconds: positive.nullable(),
    /** After so many days without success a message is given up: one click of its owner sends it again. `null`: never. */
    givenUpAfterDays: positive.nullable(),
  }),
  mail: z.strictObject({
    /** Deliveries by email that go out one by one each UTC day; further ones are batched into digests. */
    mailsPerDay: count,
    /** How often digests go out, in minutes. */
    batchMinutes: positive,
  }),
});
export type Plan = z.infer<typeof planSchema>;

/** The shape of the variable `PLANS`. Enterprise is agreed by contact and has no numbers of its own. */
export const plansSchema = z.strictObject({ free: planSchema, premium: planSchema });
export type Plans = z.infer<typeof plansSchema>;
export type PlanName = keyof Plans;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEBIBYTE = 1024 ** 2;

const freeRetryDelays = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];

/** The published plans. Every screen reads them from the API, so that no two texts can disagree. */
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
 * A call counts as stored for as long as it is kept, and for this many days at least, unless its plan keeps none for so
 * long: writing costs as much as keeping for six weeks, so that a webhook that keeps its calls for a day must not be a way
 * to write without end.
 */
export const STORED_DAYS_AT_LEAST = 30;

/** Targets of an account whose plan names no number: more than anybody needs, and not without end. */
export const TARGETS_WITHOUT_LIMIT = 1000;

/** Shares of the daily quota, in percent, at which the owner is told by email, each at most once a day. */
export const QUOTA_NOTICE_PERCENTS = [80, 100] as const;

/** Share of the room for stored calls, in percent, at which the owner is told by email, besides when calls are refused. */
export const STORAGE_NOTICE_PERCENT = 80;

/** After a period that is not paid, premium goes on for so long, so that a new card or a second try comes in time. */
export const PAYMENT_GRACE_SECONDS = 3 * 86_400;

/** When premium ends that was paid until then (RFC 3339) and is not paid any further. */
export const withGrace = (paidUntil: string): Date => secondsAfter(new Date(paidUntil), PAYMENT_GRACE_SECONDS);

/**
 * The moment at which premium ends unless something is paid, RFC 3339: a subscription's own end when it is cancelled,
 * else the end of the paid period and the grace after it. The zero date: it does not end, or there is none.
 */
export const benefitsEnd = (status: AccountStatus, premiumUntil: string): string => {
  if (status === 'premium_cancelled') return premiumUntil;
  if (status !== 'premium' || premiumUntil === NEVER) return NEVER;
  return withGrace(premiumUntil).toISOString();
};

/**
 * The plan whose limits hold at `now`. A cancelled subscription counts until `premiumUntil` (RFC 3339; the zero date
 * means never) and ends at that very moment, without waiting for any job. One that is not cancelled counts for the days
 * of grace beyond it; the zero date then means that it was given without end.
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
