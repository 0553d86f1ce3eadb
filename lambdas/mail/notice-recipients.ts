import type { Target } from '../model/target.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { NoticeChoice } from './notice-choice.ts';
import { eventOf, type PendingNotice } from './owner-notice.ts';
import { quoted } from './plain-text.ts';

/** The result for a recipient of a notice: delivered, or the reason why it was not. */
export interface Told {
  at: string;
  failure?: string | undefined;
}

/** A stored notice, with the results so far, by target id or `email`. */
export interface StoredNotice extends PendingNotice {
  madeAt: string;
  told: Record<string, Told>;
}

/** Seconds after which a target that could not be reached counts as failed. */
const REACHABLE_SECONDS = 24 * 3600;

interface Recipients {
  /** Targets to which the notice is sent now. */
  targetIds: number[];
  email: boolean;
  /** Targets that cannot receive the notice, with the reasons. */
  failures: { targetId: number; reason: string }[];
  /** Sentences for the notice's copies about targets that do not get one. */
  remarks: string[];
}

/**
 * Decides who still gets a notice. A target never gets a notice about itself. If a target cannot receive a notice, or
 * none remains, it is emailed, unless the owner stopped all emails. No one gets a notice of a muted event. Pure.
 * @param targets the owner's targets
 */
export const recipientsOf = (
  { notice, told, madeAt }: Pick<StoredNotice, 'notice' | 'told' | 'madeAt'>,
  { email, targetIds, mutedEvents }: Pick<NoticeChoice, 'email' | 'targetIds' | 'mutedEvents'>,
  targets: readonly Pick<Target, 'id' | 'name' | 'status' | 'statusReason'>[],
  now: Date,
): Recipients => {
  const isLate = secondsAfter(new Date(madeAt), REACHABLE_SECONDS) <= now;
  const result: Recipients = { targetIds: [], email: false, failures: [], remarks: [] };
  if (mutedEvents.includes(eventOf(notice))) return result;
  let isCovered = false;
  for (const { id, name, status } of targets.filter((target) => targetIds.includes(target.id))) {
    if (status === 'deleted') continue;
    const failure = failureOf(told[id], status, isLate);
    if ('targetId' in notice && notice.targetId === id)
      result.remarks.push(`${quoted(name)} does not get this notice, because it is about this target.`);
    else if (failure) {
      result.failures.push({ targetId: id, reason: failure });
      result.remarks.push(`${quoted(name)} could not receive this notice.`);
    } else {
      isCovered = true;
      if (!told[id]) result.targetIds.push(id);
    }
  }
  const needsFallback = result.failures.length > 0 || !isCovered;
  result.email = !told.email && (email === 'always' || (email === 'fallback' && needsFallback));
  return result;
};

const failureOf = (told: Told | undefined, status: Target['status'], isLate: boolean): string | undefined => {
  if (told) return told.failure;
  if (status !== 'active') return `The target is ${status}.`;
  return isLate ? 'The target was not reachable for 24 hours.' : undefined;
};
