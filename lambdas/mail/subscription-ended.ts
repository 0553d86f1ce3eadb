import { layOut, type MailContent } from './layout.ts';

/** Builds the email about an ended subscription. `link` opens the settings. */
export const subscriptionEndedMail = ({ link }: { link: string }): MailContent =>
  layOut({
    subject: 'Your Tellhook Premium subscription has ended',
    heading: 'Your subscription has ended',
    paragraphs: [
      'Your account now has the free plan’s limits. You won’t be charged again.',
      'Nothing was deleted. Webhooks over the free limit, the newest first, no longer accept calls. You can still open them.',
      'You can subscribe again at any time in Settings.',
    ],
    action: { label: 'Open settings', url: link },
    footer: 'You get this email once, when your subscription ends.',
  });
