/*
 * Limits that forms in the browser check too. This file contains only numbers, so pages need not load the schema
 * library. Lengths are in UTF-16 units.
 */

/** Maximum length of a webhook's or target's name. */
export const MAX_NAME = 100;
export const MAX_TEMPLATE = 16_384;
/** Maximum number of targets of a webhook, and of a resend of a call. */
export const MAX_TARGETS = 10;
/** Maximum number of targets that get an account's notices. */
export const MAX_NOTICE_TARGETS = 5;
/** Number of random bits in an invoke URL, see `platform/ids.ts`. */
export const INVOKE_URL_BITS = 144;
/** Maximum number of secrets that a webhook accepts at the same time. */
export const MAX_SECRETS = 3;
/** Maximum tolerance that an owner can set, in seconds between the signed time and the call. */
export const MAX_TOLERANCE_SECONDS = 3600;
/** Days for which a rejected call is listed. */
export const REJECTIONS_DAYS = 7;
/** Hours for which a replaced invoke URL keeps working, unless its owner chooses less. */
export const OLD_VALID_HOURS = 24;
/** Maximum number of calls in an exported file. */
export const MAX_EXPORTED = 10_000;
/** Maximum number of changes in an account's audit log, and the days for which they are stored. */
export const MAX_AUDITED = 200;
export const AUDIT_DAYS = 400;
/** Maximum number of messages that a webhook’s list of matters covers. */
export const MAX_MATTER_MESSAGES = 200;
/** Maximum number of saved samples per webhook. */
export const MAX_KEPT_SAMPLES = 20;
/** The longest deduplication window: one day. */
export const MAX_DUPLICATE_WINDOW_MINUTES = 1440;
export const MAX_RETENTION_DAYS = 365;
/** Minutes without a call after which a silence alarm rings: up to 31 days. */
export const SILENCE_MINUTES = { min: 5, max: 44_640 };
/** The messages within a time, in seconds, beyond which a digest tells of the others. */
export const DIGEST = { after: { min: 2, max: 50 }, seconds: { min: 10, max: 600 } };
/** Minutes after which a message that was not delivered also goes to its target's fallback target. */
export const FALLBACK_MINUTES = { min: 1, max: 1440, default: 10 };
/** The steps of an escalation, with the minutes until each and its number of targets. */
export const ESCALATION = { steps: 3, targets: 5, minutes: { min: 1, max: 1440, default: 10 } };
/** Targets in a chain of fallbacks, the first one included. */
export const MAX_FALLBACK_CHAIN = 3;
/** Maximum length of the token that Meta sends in its URL verification request. */
export const MAX_VERIFY_TOKEN = 200;
export const MAX_SEARCH_TEXT = 200;
/** Limits of the contact form. */
export const MAX_SENDER_NAME = 200;
export const MAX_CONTACT_MESSAGE = 5000;
/** Longest validity of an API key with an expiry date, in days. */
export const MAX_KEY_DAYS = 366;
/** Days for which the link of an invitation to a team works. */
export const INVITATION_DAYS = 7;
/** Maximum number of passkeys of a user, and the number of recovery codes. */
export const MAX_PASSKEYS = 10;
export const RECOVERY_CODES = 10;
/** Limits of one routing rule. */
export const MAX_CONDITIONS = 20;
export const MAX_ROUTING_EXPRESSION = 2000;
export const MAX_ROUTING_FIELD = 200;
export const MAX_ROUTING_VALUE = 500;
/** Maximum total size of a webhook's templates, in UTF-8 bytes. */
export const MAX_TEMPLATES_BYTES = 65_536;
/** Maximum number of webhooks that a restricted API key can access. */
export const MAX_KEY_WEBHOOKS = 20;
/** Maximum length of an expression for severity, title or link. */
export const MAX_SUBJECT_RULE = 1000;
