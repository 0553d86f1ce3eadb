import { createHmac, randomBytes } from 'node:crypto';

/** Converts a value to JSON as Meta does: non-ASCII text is escaped, and the escaped form is signed. */
export const metaJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const signature = (appSecret: string, body: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

export const newMessageId = (): string => `wamid.${randomBytes(24).toString('base64').replace(/[+/]/g, 'A')}`;

interface Sender {
  phoneNumberId: string;
  number: string;
}

const notification = (sender: Sender, value: Record<string, unknown>): Record<string, unknown> => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: sender.number, phone_number_id: sender.phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
});

/** Returns the notification that a user wrote to the number. Timestamps are seconds as text. */
export const inboundText = (sender: Sender, from: string, name: string, text: string, at: Date) =>
  notification(sender, {
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id: newMessageId(), timestamp: seconds(at), type: 'text', text: { body: text } }],
  });

/** Returns the notification that a user changed their number. */
export const numberChanged = (sender: Sender, from: string, to: string, at: Date) =>
  notification(sender, {
    messages: [
      {
        from,
        id: newMessageId(),
        timestamp: seconds(at),
        type: 'system',
        system: { body: `User changed from ${from} to ${to}`, wa_id: to, type: 'user_changed_number' },
      },
    ],
  });

/** Returns the notification of an accepted message's delivery status. */
export const statusOf = (
  sender: Sender,
  message: { id: string; to: string; data?: string },
  status: 'sent' | 'delivered' | 'read' | 'failed',
  at: Date,
  errors?: unknown[],
) =>
  notification(sender, {
    statuses: [
      {
        id: message.id,
        status,
        timestamp: seconds(at),
        recipient_id: message.to,
        ...(message.data === undefined ? {} : { biz_opaque_callback_data: message.data }),
        ...(errors ? { errors } : {}),
      },
    ],
  });

const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));
