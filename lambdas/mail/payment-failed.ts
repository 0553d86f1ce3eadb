import { layOut, type MailContent } from './layout.ts';
import { dayInWords } from './plain-text.ts';

/** A renewal payment failed. `benefitsUntil` is RFC 3339; `link` opens the settings. */
export const paymentFailedMail = ({ benefitsUntil, link }: { benefitsUntil: string; link: string }): MailContent =>
  layOut({
    subject: 'Your payment for Tellhook Premium failed',
    heading: 'Your payment failed',
    paragraphs: [
      'The monthly payment for Tellhook Premium failed.',
      `You keep Premium until ${dayInWords(benefitsUntil)}. After that the limits of the free plan apply. Webhooks over the limit stop accepting calls. Nothing is deleted.`,
      'To keep Premium, update your payment method in Settings.',
    ],
    action: { label: 'Open settings', url: link },
    footer: 'You get this email because you have a subscription. We send it once for each failed payment.',
  });
