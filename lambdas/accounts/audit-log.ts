import type { ChangeWire } from '#contract/audit';
import { auditedEvents, auditedRoutes } from '#contract/audited-routes';
import { MAX_AUDITED } from '#contract/bounds';
import type { Clock } from '../platform/clock.ts';
import { newChangeId } from '../platform/ids.ts';

/** A stored change. It contains the names of the changed fields, but no values. */
export interface Change extends Omit<ChangeWire, 'at' | 'what'> {
  userId: number;
  at: Date;
}

export interface ChangeStore {
  insert(change: Change): Promise<void>;
  /** Changes that have not expired, newest first. */
  newest(userId: number, now: Date, limit: number): Promise<Change[]>;
}

const words: Record<string, string> = { ...auditedRoutes, ...auditedEvents };
const wordsOf = (action: string): string => words[action] ?? action;

/** The entry for a plan that the payment provider started or ended. */
export const planChange = (userId: number, plan: 'Premium' | 'Free', at: Date): Change => ({
  id: newChangeId(at),
  userId,
  at,
  action: 'planChanged' satisfies keyof typeof auditedEvents,
  object: 'account',
  detail: plan,
  by: 'public',
  ip: '',
  fields: [],
});

/**
 * Returns a page of an account's audit log. The pages cover only the newest {@link MAX_AUDITED} changes, because one
 * read returns all of these.
 */
export const listChanges = async (
  userId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { changes, clock }: { changes: Pick<ChangeStore, 'newest'>; clock: Clock },
): Promise<{ changes: ChangeWire[]; next?: string }> => {
  const all = await changes.newest(userId, clock(), MAX_AUDITED);
  const older = cursor === undefined ? all : all.filter(({ id }) => id < cursor);
  const page = older.slice(0, limit);
  const last = page.at(-1);
  return {
    changes: page.map(({ userId: _, at, ...rest }) => ({ ...rest, at: at.toISOString(), what: wordsOf(rest.action) })),
    ...(last && page.length < older.length && { next: last.id }),
  };
};
