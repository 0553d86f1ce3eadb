import * as z from 'zod';
import type { MailEvent } from '../mail/mail-event.ts';
import { parseJson } from '../platform/parse-json.ts';

const recipients = z.array(z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() }));

/**
 * An event of a configuration set (SES developer guide, "Contents of event data"). Notifications of an identity have
 * `notificationType` instead of `eventType`.
 */
const sesEvent = z
  .object({
    eventType: z.string().optional(),
    notificationType: z.string().optional(),
    mail: z.object({
      tags: z.record(z.string(), z.array(z.string())).default({}),
      destination: z.array(z.string()).default([]),
    }),
    bounce: z
      .object({ bounceType: z.string(), bounceSubType: z.string().optional(), bouncedRecipients: recipients })
      .optional(),
    complaint: z.object({ complainedRecipients: recipients, complaintFeedbackType: z.string().nullish() }).optional(),
    reject: z.object({ reason: z.string().optional() }).optional(),
  })
  .transform((event) => ({ ...event, type: event.eventType ?? event.notificationType ?? '' }));

/**
 * Parses an email's delivery result; undefined for other events (opens, clicks) and invalid texts. A permanent bounce
 * means that the address does not exist. Other bounces concern only this email.
 */
export const parseSesEvent = (text: string): MailEvent | undefined => {
  const { data } = sesEvent.safeParse(parseJson(text));
  if (!data) return undefined;
  const tags = Object.fromEntries(
    Object.entries(data.mail.tags).flatMap(([name, [value]]) => (value ? [[name, value]] : [])),
  );
  if (data.type === 'Bounce' && data.bounce) {
    const { bounceType, bounceSubType = '', bouncedRecipients } = data.bounce;
    return {
      type: 'bounce',
      permanent: bounceType === 'Permanent',
      tags,
      recipients: bouncedRecipients.map(({ emailAddress }) => emailAddress),
      detail: (bouncedRecipients[0]?.diagnosticCode ?? `${bounceType} ${bounceSubType}`.trim()).slice(0, 300),
    };
  }
  if (data.type === 'Complaint' && data.complaint)
    return {
      type: 'complaint',
      permanent: true,
      tags,
      recipients: data.complaint.complainedRecipients.map(({ emailAddress }) => emailAddress),
      detail: data.complaint.complaintFeedbackType ?? '',
    };
  if (data.type === 'Reject')
    return {
      type: 'reject',
      permanent: false,
      tags,
      recipients: data.mail.destination,
      detail: data.reject?.reason ?? '',
    };
  if (data.type === 'Delivery')
    return { type: 'delivery', permanent: false, tags, recipients: data.mail.destination, detail: '' };
  return undefined;
};
