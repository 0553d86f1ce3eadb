import type { HoldName } from '../../model/hold.ts';

/** The prefix of a day's counter names: `261120` for `2026-11-20`. */
const shortDay = (day: string) => day.slice(2).replaceAll('-', '');
const shortId = (id: number) => id.toString(36);
/** The id part of a hold's counter names, which is empty for the quota's hold. */
const holdOf = (name: HoldName) => (name === 'quota' ? '' : shortId(name));
/** The id in a name that consists of `letter` and an id; undefined for other names. */
const idIn = (letter: string, name: string) =>
  name.startsWith(letter) ? Number.parseInt(name.slice(1), 36) : undefined;

/**
 * Attribute names of the counters item. They are flat, so ADD needs no initial value. They are short, a capital letter
 * and ids in base 36, because every call rewrites the item and a longer item costs more.
 */
export const counter = {
  /** Time of the latest change of the user's webhooks, in milliseconds. Calls with a cached route compare it. */
  changed: 'changed',
  used: (day: string) => `${shortDay(day)}U`,
  stored: 'B',
  /** Bytes of calls that count until the end of a day (days since 1970). */
  storedUntil: (day: number) => `S${shortId(day)}`,
  /** The day in a name of {@link storedUntil}; undefined for other names. */
  dayOfStored: (name: string) => idIn('S', name),
  /** A day's calls to a previous URL of the webhook. A few characters identify the route, because routes are random. */
  oldRouteDay: (day: string, route: string) => `${shortDay(day)}O${route.slice(0, 6)}`,
  replayed: (day: string) => `${shortDay(day)}R`,
  webhookDay: (day: string, webhookId: number) => `${shortDay(day)}W${shortId(webhookId)}`,
  errorsDay: (day: string, webhookId: number) => `${shortDay(day)}E${shortId(webhookId)}`,
  /** The day's errors that have been resent. */
  resentDay: (day: string, webhookId: number) => `${shortDay(day)}G${shortId(webhookId)}`,
  /** The number of calls in a hold; missing if there are none. */
  held: (name: HoldName) => `H${holdOf(name)}`,
  /** The time at which a call was last held, in milliseconds. */
  heldLast: (name: HoldName) => `K${holdOf(name)}`,
  /** Id of the last call that the hold no longer counts, although it can still be in the list. */
  heldTaken: (name: HoldName) => `P${holdOf(name)}`,
  /** Exists while calls beyond the quota are released in order of arrival. */
  inOrder: 'Q',
  webhookTotal: (webhookId: number) => `W${shortId(webhookId)}`,
  /** The webhook in a name of {@link webhookTotal}; undefined for other names. */
  webhookOfTotal: (name: string) => idIn('W', name),
  /** The time of the webhook's latest call, in milliseconds. */
  webhookLast: (webhookId: number) => `L${shortId(webhookId)}`,
  /** The webhook in a name of {@link webhookLast}; undefined for other names. */
  webhookOfLast: (name: string) => idIn('L', name),
  errorsTotal: (webhookId: number) => `E${shortId(webhookId)}`,
  targetTotal: (targetId: number) => `T${shortId(targetId)}`,
  /** The target in a name of {@link targetTotal}; undefined for other names. */
  targetOfTotal: (name: string) => idIn('T', name),
  /** Time of the target's latest accepted call, or of the latest dispatch of a waiting message, in milliseconds. */
  targetLast: (targetId: number) => `A${shortId(targetId)}`,
  /** The time of the latest accepted call whose message went to a waiting list, in milliseconds. */
  targetAside: (targetId: number) => `D${shortId(targetId)}`,
  /** Time of the latest dispatch before the messages that went to the waiting list, in milliseconds. */
  targetBefore: (targetId: number) => `N${shortId(targetId)}`,
  /**
   * True if a counter is outdated: its day is before `today` for a webhook's calls, and before `oldest` for all others.
   */
  isPast: (name: string, { today, oldest }: { today: string; oldest: string }) => {
    const [, day, letter] = /^(\d{6})([A-Z])/.exec(name) ?? [];
    return day !== undefined && day < shortDay(letter === 'W' ? today : oldest);
  },
};
