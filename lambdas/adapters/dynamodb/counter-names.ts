import type { HoldName } from '../../model/hold.ts';

/** The prefix of count names for `2026-11-20`: `261120`. */
const shortDay = (day: string) => day.slice(2).replaceAll('-', '');
const shortId = (id: number) => id.toString(36);
/** The name of the quota's hold is only the letter. */
const holdOf = (name: HoldName) => (name === 'quota' ? '' : shortId(name));
/** The id in a name that consists of `letter` and an id; undefined for other names. */
const idIn = (letter: string, name: string) =>
  name.startsWith(letter) ? Number.parseInt(name.slice(1), 36) : undefined;

/**
 * Names of the attributes of the counters item, flat so ADD needs no initial value. Every call rewrites the item, and a
 * longer item costs more. So names are short: a capital letter, and ids in base 36.
 */
export const counter = {
  /** Time of the last change of the user's webhooks, in milliseconds, for calls with a cached route. */
  changed: 'changed',
  used: (day: string) => `${shortDay(day)}U`,
  /** Bytes of stored calls. */
  stored: 'B',
  /** Stored bytes that count until the end of a day (days since 1970). */
  storedUntil: (day: number) => `S${shortId(day)}`,
  /** The last day of the bytes under a name; undefined for other names. */
  dayOfStored: (name: string) => idIn('S', name),
  /** A day's calls to a previous URL of the webhook. Routes are random, so a few characters distinguish them. */
  oldRouteDay: (day: string, route: string) => `${shortDay(day)}O${route.slice(0, 6)}`,
  replayed: (day: string) => `${shortDay(day)}R`,
  webhookDay: (day: string, webhookId: number) => `${shortDay(day)}W${shortId(webhookId)}`,
  errorsDay: (day: string, webhookId: number) => `${shortDay(day)}E${shortId(webhookId)}`,
  /** The day's errors that have been resent. */
  sentAgainDay: (day: string, webhookId: number) => `${shortDay(day)}G${shortId(webhookId)}`,
  /** The number of calls in a hold; missing if there are none. */
  held: (name: HoldName) => `H${holdOf(name)}`,
  /** When a call was last held, in milliseconds. */
  heldLast: (name: HoldName) => `K${holdOf(name)}`,
  /** The last call that the hold no longer counts, although it can still be in the list. */
  heldTaken: (name: HoldName) => `P${holdOf(name)}`,
  /** Exists while calls beyond the quota are released in order of arrival. */
  inOrder: 'Q',
  webhookTotal: (webhookId: number) => `W${shortId(webhookId)}`,
  /** The webhook in a call count's name; undefined for other names. */
  webhookOfTotal: (name: string) => idIn('W', name),
  /** When the webhook was called last, in milliseconds. */
  webhookLast: (webhookId: number) => `L${shortId(webhookId)}`,
  /** The webhook in the name of its last call's time; undefined for other names. */
  webhookOfLast: (name: string) => idIn('L', name),
  errorsTotal: (webhookId: number) => `E${shortId(webhookId)}`,
  targetTotal: (targetId: number) => `T${shortId(targetId)}`,
  /** The target in the name of a dispatch count; undefined for other names. */
  targetOfTotal: (name: string) => idIn('T', name),
  /** Time of the target's latest accepted call, or of a waiting message's dispatch, in milliseconds. */
  targetLast: (targetId: number) => `A${shortId(targetId)}`,
  /** The time of the latest accepted call whose message went to a waiting list, in milliseconds. */
  targetAside: (targetId: number) => `D${shortId(targetId)}`,
  /** The dispatch time of the last message before the listed ones, in milliseconds. */
  targetBefore: (targetId: number) => `N${shortId(targetId)}`,
  /** True if the counter’s day is before `today` (calls of a webhook) or before `oldest` (all others). */
  isPast: (name: string, { today, oldest }: { today: string; oldest: string }) => {
    const [, day, letter] = /^(\d{6})([A-Z])/.exec(name) ?? [];
    return day !== undefined && day < shortDay(letter === 'W' ? today : oldest);
  },
};
