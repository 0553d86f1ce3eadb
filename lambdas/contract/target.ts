import * as z from 'zod';
import { FALLBACK_MINUTES, MAX_NAME } from './bounds.ts';
import { count, dispatchCode, numericId, refusalCode, shortName, timestamp, words } from './common.ts';
import { limitUnit, targetStatus } from './states.ts';

/** A target's options. They are free-form; each kind parses its own (`integrations/targets/<kind>`). */
const targetOptions = z.record(z.string().max(100), z.unknown());

const MAX_MENTIONS = 5;
const MAX_PER_MINUTE = 600;

/** Message options that several kinds share. */
export const targetSettings = z.object({
  mention: z
    .object({
      who: z
        .union([z.enum(['here', 'channel']), z.array(z.string().min(1).max(30)).min(1).max(MAX_MENTIONS)])
        .describe(
          'The people to mention: everyone online (`here`), everyone (`channel`), or up to five of the provider’s IDs.',
        ),
      from: z
        .enum(['critical', 'warning', 'always'])
        .describe(
          'The lowest severity with a mention. Plain messages have no severity, so only `always` applies to them.',
        ),
    })
    .nullable()
    .optional(),
  silent_below: z
    .enum(['warning', 'critical'])
    .nullable()
    .optional()
    .describe('The lowest severity with a sound. Messages with a lower severity arrive silently.'),
  max_per_minute: z
    .number()
    .int('must be a whole number')
    .min(1, `must be from 1 to ${MAX_PER_MINUTE}`)
    .max(MAX_PER_MINUTE, `must be from 1 to ${MAX_PER_MINUTE}`)
    .nullable()
    .optional()
    .describe(
      'The maximum number of requests per minute to the target. Further messages wait, in order. The provider may allow fewer.',
    ),
  link: z
    .enum(['shown', 'hidden'])
    .optional()
    .describe('The visibility of the link from a message to its call; `shown` by default.'),
});
export type TargetSettings = z.infer<typeof targetSettings>;

const minutes = `must be a whole number from ${FALLBACK_MINUTES.min} to ${FALLBACK_MINUTES.max}`;

const fallbackMinutes = z
  .int(minutes)
  .min(FALLBACK_MINUTES.min, minutes)
  .max(FALLBACK_MINUTES.max, minutes)
  .describe('Number of minutes between the call and the fallback; 10 by default.');

/** Another target for messages that are not delivered in time; the first target is still tried. */
const fallback = {
  fallback_target_id: numericId
    .nullable()
    .optional()
    .describe('The target that also gets messages that are not delivered in time. `null`: none.'),
  fallback_after_minutes: fallbackMinutes.optional(),
};

/**
 * POST /targets. `targetType` and `target_type` are aliases of `type`, because the specification can be read in
 * different ways.
 */
export const newTarget = z.object({
  name: z.string().trim().min(1, 'A name is required').max(MAX_NAME, `must have at most ${MAX_NAME} characters`),
  type: z.string().min(1).max(40),
  enabled: z.boolean().default(true),
  options: targetOptions.default({}),
  ...fallback,
});
export type NewTarget = z.infer<typeof newTarget>;

/** The body of PUT /targets/{id}: the name, the Enabled switch and the kind's editable options. */
export const targetChange = z.object({
  name: z.string().trim().min(1).max(MAX_NAME).optional(),
  enabled: z.boolean().optional(),
  options: targetOptions.optional(),
  ...fallback,
});
export type TargetChange = z.infer<typeof targetChange>;

export const target = z.object({
  id: numericId,
  name: shortName,
  status: targetStatus,
  status_reason: words.optional().describe('The reason why the target is not active, and the fix.'),
  status_code: dispatchCode.optional(),
  options: targetOptions.describe(
    'The target’s options, with secrets masked. They depend on the target’s type: `ActivationKey` for codes, `AuthUrl` for redirects, `url` and others. Codes and redirects are omitted for API keys without the scope `write`. The options include the message settings `mention`, `silent_below`, `link` and `max_per_minute`. `hint` is advice to the owner.',
  ),
  created_at: timestamp,
  updated_at: timestamp,
  target_type: shortName,
  number_of_dispatches: count,
  last_dispatch_at: timestamp.describe('The time of the latest dispatch. The zero date before the first one.'),
  associated_webhooks: z.array(z.object({ id: numericId, name: shortName, enabled: z.boolean() })).max(1000),
  fallback_target_id: numericId
    .optional()
    .describe('The target that also gets messages that are not delivered in time. Omitted if no fallback is set.'),
  fallback_after_minutes: fallbackMinutes.optional(),
});
export type TargetWire = z.infer<typeof target>;
export const targetList = z.array(target).max(20_000);

/** POST /targets/{id}/test: the result of a test message, in plain words, with the next step. */
export const testResult = z.object({
  outcome: z.enum(['success', 'error']),
  message: words,
  code: dispatchCode.optional(),
});
export type TestResultWire = z.infer<typeof testResult>;

const targetFormField = z.object({
  name: shortName,
  label: shortName,
  type: z.enum(['text', 'url', 'email']),
  placeholder: shortName.optional(),
  /** True if the field can be empty. */
  optional: z.literal(true).optional(),
  hint: words.optional(),
  /** A regular expression that the whole value must match. Otherwise the form shows `message`. */
  pattern: words.optional(),
  message: words.optional(),
  /** The stable code of `message`. */
  code: refusalCode.optional(),
});

export type TargetFormFieldWire = z.infer<typeof targetFormField>;

export const targetKind = z.object({
  slug: shortName,
  name: shortName,
  description: words,
  /** False if this deployment has no credentials for the provider; `reason` then explains it. */
  enabled: z.boolean(),
  reason: words.optional(),
  /**
   * The setup of targets. `none`: a target is active immediately. `form`: the owner fills in fields; the target is
   * then active, or pending until confirmed. `code`: the owner sends a code to the bot. `redirect`: the owner continues
   * at the provider (`AuthUrl`).
   */
  setup: z.enum(['none', 'form', 'code', 'redirect']),
  /** True if a dialog guides through the setup; otherwise the target is created immediately. */
  guided: z.boolean(),
  fields: z.array(targetFormField).max(20),
  /** The longest message; longer ones are split or cut. Omitted if there is no limit. */
  limit: z
    .object({
      max: count,
      counted: limitUnit,
    })
    .optional(),
  /** True if a new code (`{renew: true}` in the options) moves the target to the chat that sends it. */
  movable: z.boolean(),
  /** The message options `mention`, `silent_below` and `link` of a kind. */
  settings: z.object({
    link: z.boolean(),
    silent_below: z.boolean(),
    /** `pattern` is the full form of an id at the provider; `hint` explains where to find it. */
    mention: z.object({ pattern: words, hint: words }).optional(),
  }),
  /** The kind's line icon as SVG path data in a 24 × 24 box, with the brand colour. */
  icon: z.object({ paths: z.array(z.string().max(10_000)).max(20), colour: shortName }),
});
export type TargetKindWire = z.infer<typeof targetKind>;
export const targetKindList = z.array(targetKind).max(100);
