import type { Reason } from '../platform/outbound/outcome.ts';
import type { HeldBy, HeldState } from './invocation.ts';

/** The reasons for holding calls, as sentences for their owner. */
export const WHY_HELD: Record<HeldBy, Reason> = {
  quota: {
    code: 'held-by-quota',
    text: 'Held: daily quota reached. The call is delivered when quota is available again (after midnight UTC) or when you upgrade.',
  },
  paused: {
    code: 'held-by-pause',
    text: 'Held: the webhook is paused or still catching up. The call is delivered, in order, after you resume the webhook.',
  },
};

/** The reasons for ending held calls without sending messages. */
export const HELD_UNTIL_THE_END: Record<Exclude<HeldState, HeldBy>, Reason> = {
  'too-long': {
    code: 'held-too-long',
    text: 'The call was held until shortly before its retention ended, and was not sent. You can resend it until it expires.',
  },
  discarded: {
    code: 'held-discarded',
    text: 'You discarded this call while it was held, so it was not sent. You can resend it until it expires.',
  },
};
