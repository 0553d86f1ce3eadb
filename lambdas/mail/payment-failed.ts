import { layOut, type MailContent } from './layout.ts';
import { dayInWords } from './plain-text.ts';

/**
 * Builds the email about a failed renewal payment. `benefitsUntil` is a time in RFC 3339 format; `link` opens the
 * settings.
 */
export const paymentFailedMail = ({ benefitsUntil, link }: { benefitsUntil: string; link: string }): MailContent =>
  layOut({
    subject: 'Your payment for Tellhook Premium failed',
    heading: 'Your payment failed',
    paragraphs: [
      'The monthly payment for Tellhook Premium failed. To keep Premium, update your payment method in Settings.',
      `You keep Premium until ${dayInWords(benefitsUntil)}. After that, the free plan’s limits apply. Webhooks over the limit then stop accepting calls. Nothing is deleted.`,
    ],
    action: { label: 'Open settings', url: link },
    footer: 'You get this email once for each failed payment of your subscription.',
  });
