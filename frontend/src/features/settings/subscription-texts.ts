/** The texts about premium on the settings page. Dates and numbers are already formatted. */
export const subscriptionTexts = {
  upgrade: 'Upgrade to Premium',
  notOpened: 'Payment page not opened',
  changes: 'Changes',
  now: 'Now',
  premium: 'Premium',
  later: 'After that',
  rows: {
    webhooks: 'Webhooks',
    targets: 'Targets',
    invocations: 'Invocations a day',
    retention: 'Retention',
    stored: 'Storage',
    delivery: 'Delivery',
    price: 'Price a month',
  },
  days: (count: string) => `${count} days`,
  tries: 'several attempts',
  guaranteed: 'guaranteed eventual delivery',
  free: 'free',
  terms:
    'Billed monthly by card or PayPal. Cancel any time. You keep Premium until the end of the paid month, which is not refunded.',
  unavailable: 'Contact us to upgrade.',
  contact: 'Contact',
  waiting: 'Waiting for the confirmation of your payment …',
  arrived: 'You have Premium now.',
  next: 'Next transaction',
  ends: 'Premium ends',
  failed: (until: string) => `Your last payment failed. Premium stays until ${until}.`,
  lapsed:
    'Your last payment failed, so your account has the limits of the free plan. Update your payment method to get Premium back.',
  repair: 'Update payment method',
  whatToDo: 'Failed payments',
  repaired: 'Your payment arrived.',
  cancel: {
    button: 'Cancel subscription',
    question: 'Do you really want to cancel your subscription?',
    until: (date: string) => `You keep Premium until ${date}. You won’t be charged again.`,
    beyond: (names: string, one: boolean) =>
      `${names} ${one ? 'is' : 'are'} over the free limit and will stop accepting calls. Nothing is deleted.`,
    more: (count: number) => `${count} more`,
    keep: 'Keep Premium',
    done: 'Your subscription is cancelled',
    failed: 'Subscription not cancelled',
  },
  resume: {
    button: 'Re-subscribe',
    text: (date: string, price: string) =>
      `Premium ends on ${date}. If you re-subscribe, it continues, and the next ${price} is due that day.`,
    done: 'Your subscription continues',
    failed: 'Not subscribed again',
  },
} as const;
