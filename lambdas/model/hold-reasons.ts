import type { Reason } from '../outbound/outcome.ts';
import type { HeldBy, HeldState } from './invocation.ts';

/** Why a call is held, in words for its owner. */
export const WHY_HELD: Record<HeldBy, Reason> = {
  quota: {
    code: 'held-by-quota',
    text: 'Held: the calls of the day are used up. It goes out by itself, in its turn, after midnight UTC with the calls of the new day, or at once with a larger plan.',
  },
  paused: {
    code: 'held-by-pause',
    text: 'Held: the webhook is paused, or calls of its pause are still before this one. It goes out, in its turn, once its owner resumes the webhook.',
  },
};

/** Why a call that was held has no messages. */
export const HELD_UNTIL_THE_END: Record<Exclude<HeldState, HeldBy>, Reason> = {
  'too-long': {
    code: 'held-too-long',
    text: 'The call was held until it was about to be removed. Nothing of it was sent; for as long as it is kept you can send it.',
  },
  discarded: {
    code: 'held-discarded',
    text: 'You discarded this call while it was held. Nothing of it was sent; for as long as it is kept you can send it.',
  },
};
