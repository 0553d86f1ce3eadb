import { layOut, type MailContent } from './layout.ts';

/** A subscription is over. `link` leads to the settings. */
export const subscriptionEndedMail = ({ link }: { link: string }): MailContent =>
  layOut({
    subject: 'Your Tellhook Premium subscription has ended',
    heading: 'Your subscription has ended',
    paragraphs: [
      'Your account has the limits of the free plan now. Nothing will be charged any more.',
      'Nothing was deleted: webhooks beyond the free plan can still be read, but they accept no calls, the newest first.',
      'You can subscribe again at any time.',
    ],
    action: { label: 'Open settings', url: link },
    footer: 'You get this mail because you had a subscription. It comes once.',
  });
