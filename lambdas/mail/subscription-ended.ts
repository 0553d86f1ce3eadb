import { layOut, type MailContent } from './layout.ts';

/** A subscription has ended. `link` opens the settings. */
export const subscriptionEndedMail = ({ link }: { link: string }): MailContent =>
  layOut({
    subject: 'Your Tellhook Premium subscription has ended',
    heading: 'Your subscription has ended',
    paragraphs: [
      'Your account now has the limits of the free plan. You won’t be charged again.',
      'Nothing was deleted. The newest webhooks over the free limit stop accepting calls, but you can still open them.',
      'You can subscribe again at any time.',
    ],
    action: { label: 'Open settings', url: link },
    footer: 'You get this email once, because you had a subscription.',
  });
