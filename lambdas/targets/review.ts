import type { Target } from '../model/target.ts';
import type { TargetStore } from '../model/target-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Reason } from '../platform/outbound/outcome.ts';

/** The reason why a target receives nothing: it was created before the owner confirmed the email address. */
export const UNREVIEWED = {
  code: 'review-awaited',
  text: 'The target was created before you confirmed your email address. Keep or delete it on the dashboard.',
} as const satisfies Reason;

/** The reason why a message to such a target waits. */
export const MESSAGE_UNREVIEWED: Reason = {
  code: UNREVIEWED.code,
  text: 'The target was created before you confirmed your email address. Keep it on the dashboard to send its messages.',
};

type ReviewPorts = { clock: Clock; targets: Pick<TargetStore, 'list' | 'update'> };

/** True if a target waits for its owner's confirmation. Until then, nothing else can make it active. */
export const awaitsReview = ({ statusReason }: Pick<Target, 'statusReason'>): boolean =>
  statusReason?.code === UNREVIEWED.code;

/**
 * Creates the error for a request that would send to a target or enable it before its owner has answered the question
 * on the dashboard.
 */
export const reviewFirst = () =>
  new AppError(
    UNREVIEWED.code,
    'The target was created before you confirmed your email address. Keep or delete it on the dashboard first.',
  );

/**
 * Suspends all targets created up to `since`. Messages to active ones wait, as for any disabled target, so none are
 * lost if the owner keeps the target. Safe to repeat.
 */
export const suspendForReview = async (
  userId: number,
  since: string,
  { targets, clock }: ReviewPorts,
): Promise<void> => {
  for (const { id, status, createdAt } of await targets.list(userId)) {
    if (createdAt > since) continue;
    if (status === 'active')
      await targets.update(userId, id, { status: 'disabled', statusReason: UNREVIEWED }, clock(), ['active']);
    else if (status === 'pending' || status === 'created')
      await targets.update(userId, id, { status: 'inactive', statusReason: UNREVIEWED }, clock(), [status]);
  }
};

/** Enables the suspended targets. @returns the targets whose messages can be sent now */
export const resumeReviewed = async (userId: number, { targets, clock }: ReviewPorts): Promise<number[]> => {
  const released: number[] = [];
  for (const target of (await targets.list(userId)).filter(awaitsReview)) {
    const { id, status } = target;
    // A target whose setup was unfinished has to be set up again.
    const change =
      status === 'disabled'
        ? ({ status: 'active', statusReason: undefined } as const)
        : ({
            status: 'inactive',
            statusReason: {
              code: 'target-pending',
              text: 'Setup was not finished. Enable the target to start again.',
            },
          } as const);
    if ((await targets.update(userId, id, change, clock(), [status])) && status === 'disabled') released.push(id);
  }
  return released;
};
