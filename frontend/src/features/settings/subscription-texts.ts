/** Everything about premium on the settings page. Dates and numbers come written out. */
export const subscriptionTexts = {
  upgrade: 'Upgrade to Premium',
  changes: 'What changes',
  now: 'Now',
  premium: 'Premium',
  later: 'After that',
  rows: {
    webhooks: 'Webhooks',
    targets: 'Targets',
    invocations: 'Invocations a day',
    retention: 'Messages are kept',
    delivery: 'Delivery',
    price: 'Price a month',
  },
  days: (count: string) => `${count} days`,
  tries: 'several tries',
  guaranteed: 'guaranteed eventual delivery',
  free: 'free',
  terms:
    'Billed monthly by card or PayPal. Cancel any time: premium stays until the end of the month that is paid for, which is not refunded.',
  unavailable: 'Write to us to upgrade.',
  contact: 'Contact',
  waiting: 'Waiting for the confirmation of your payment …',
  arrived: 'You have Premium now.',
  next: 'Next transaction',
  ends: 'Premium ends',
  failed: (until: string) => `Your last payment failed. Premium stays until ${until}.`,
  lapsed: 'Your last payment failed, so your account has the limits of the free plan. Pay to get Premium back.',
  repair: 'Update payment method',
  whatToDo: 'When a payment fails',
  repaired: 'Your payment arrived.',
  cancel: {
    button: 'Cancel subscription',
    question: 'Do you really want to cancel your subscription?',
    until: (date: string) => `Everything stays as it is until ${date}. Nothing is charged any more.`,
    beyond: (names: string, one: boolean) =>
      `${names} ${one ? 'is' : 'are'} beyond the free plan and will accept no calls. Nothing is deleted.`,
    more: (count: number) => `${count} more`,
    keep: 'Keep Premium',
    done: 'Your subscription is cancelled',
  },
  resume: {
    button: 'Re-subscribe',
    text: (date: string, price: string) =>
      `Premium ends on ${date}. If you re-subscribe, it goes on, and the next ${price} are due that day.`,
    done: 'Your subscription goes on',
  },
} as const;
