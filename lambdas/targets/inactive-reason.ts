import type { Target } from '../model/target.ts';
import type { Reason } from '../platform/outbound/outcome.ts';
import { awaitsReview } from './review.ts';

/**
 * Explains why a target that is neither active nor disabled accepts no messages, and how its owner can fix that. An
 * undefined target was deleted.
 */
export const inactiveReason = (target: Pick<Target, 'status' | 'statusReason'> | undefined): Reason => {
  switch (target?.status) {
    case 'created':
    case 'pending':
      return {
        code: 'target-pending',
        text: 'The target is not active yet. Finish its setup, then resend the message.',
      };
    case 'inactive':
      if (awaitsReview(target))
        return {
          code: 'review-awaited',
          text: 'The target was created before you confirmed your email address. Keep it on the dashboard, finish its setup, then resend the message.',
        };
      return {
        code: 'target-inactive',
        text: `The target is inactive. ${target.statusReason?.text ?? ''} When it works again, resend the message.`,
      };
    default:
      return { code: 'target-deleted', text: 'The target was deleted before the message could be delivered.' };
  }
};
