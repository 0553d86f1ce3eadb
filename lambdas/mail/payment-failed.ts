import { layOut, type MailContent } from './layout.ts';
import { dayInWords } from './words.ts';

/** A renewal could not be collected. `benefitsUntil` is RFC 3339; `link` leads to the settings. */
export const paymentFailedMail = ({ benefitsUntil, link }: { benefitsUntil: string; link: string }): MailContent =>
  layOut({
    subject: 'Your payment for Tellhook Premium failed',
    heading: 'Your payment failed',
    paragraphs: [
      'We could not collect the monthly payment for Tellhook Premium.',
      `Nothing changes until ${dayInWords(benefitsUntil)}. After that your account has the limits of the free plan: webhooks beyond them stop accepting calls, and nothing is deleted.`,
      'To keep premium, give another means of payment in your settings.',
    ],
    action: { label: 'Open settings', url: link },
    footer: 'You get this mail because you have a subscription. It comes once for each failed payment.',
  });
