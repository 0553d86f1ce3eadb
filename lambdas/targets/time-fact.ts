import { timeWords } from '../templates/outline/times.ts';
import { plainOf } from '../templates/rich/plain.ts';
import { MAX_FACTS, type RichMessage } from '../templates/rich/tree.ts';

/** Minimum difference to a message's own time, in seconds. Chats and emails show that time. */
const NOTICEABLE = 120;
/** Maximum age of an event, in seconds. An older time is more likely that of a thing than of its event. */
const MAX_AGE = 7 * 86_400;

interface Times {
  now: Date;
  calledAt: Date;
  /** The time of the event by the sender's own account, in seconds since 1970. */
  happenedAt: number | undefined;
  /** True if the message is late on purpose, such as a resend. */
  isExpected: boolean;
}

/**
 * Adds to a rich message the time of its call if delivery was late, or of its event if the call was late. Returns
 * undefined if neither was.
 */
export const withTime = (
  { text, rich }: { text: string; rich?: RichMessage | undefined },
  { now, calledAt, happenedAt = Number.NaN, isExpected }: Times,
): { text: string; rich: RichMessage } | undefined => {
  const calledSeconds = Math.floor(calledAt.getTime() / 1000);
  const isLate = now.getTime() / 1000 - calledSeconds >= NOTICEABLE;
  const age = calledSeconds - happenedAt;
  const isOld = age >= NOTICEABLE && age <= MAX_AGE;
  if (!rich || !(isLate || isOld) || (rich.facts ?? []).length >= MAX_FACTS) return undefined;
  const time = isLate ? calledSeconds : happenedAt;
  const words = timeWords(time * 1000, true);
  // Default messages contain the event's time already.
  if (!isLate && text.includes(words)) return undefined;
  const [label, before] = isLate ? (isExpected ? ['Received', ''] : ['Delayed', 'received ']) : ['Happened', ''];
  const runs = [...(before === '' ? [] : [{ text: before }]), { text: words, time }];
  const timed: RichMessage = { ...rich, facts: [...(rich.facts ?? []), { label, runs }] };
  return { rich: timed, text: plainOf(timed) };
};
