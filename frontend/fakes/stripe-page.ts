import type { FakePage } from './fake-page.ts';

const MONTH_SECONDS = 31 * 86_400;

/** The payment provider, which is not a target kind. */
export const stripePage: FakePage = {
  guide: {
    title: 'Nobody pays yet',
    steps: [
      'In Tellhook, open the settings and choose Upgrade to Premium.',
      'The page to pay on opens here, with a card or PayPal that always works, or is declined.',
      'The customer appears here: renewals come when the clock moves, and can be made to fail.',
    ],
    next: ['/user/settings', 'Open the settings'],
  },
  acts: ({ id, state }) => {
    const owes = state === 'payment failed';
    const pays = !owes && !/^(?:ended|not)/.test(state ?? '');
    return [
      ...(pays ? [{ label: 'Fail the next renewal', path: 'stripe/fail', input: { customer: id } }] : []),
      ...(owes ? [{ label: 'Give another card', path: 'stripe/repair', input: { customer: id } }] : []),
      { label: 'Advance 1 month', path: 'clock', input: { advanceSeconds: MONTH_SECONDS } },
    ];
  },
};
