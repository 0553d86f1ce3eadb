import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { sameSecret } from '../../../lambdas/platform/same-secret.ts';

/**
 * True if `X-Hub-Signature-256` matches the raw bytes. Meta signs its escaped form of the body, which parsing would
 * lose.
 */
export const isSigned = (body: Buffer, header: string | undefined, appSecret: string): boolean =>
  sameSecret(header ?? '', `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);

const inbound = z.object({
  from: z.string(),
  id: z.string(),
  timestamp: z.string().regex(/^\d+$/),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  system: z.object({ type: z.string(), wa_id: z.string().optional(), new_wa_id: z.string().optional() }).optional(),
});
const status = z.object({
  id: z.string(),
  status: z.string(),
  recipient_id: z.string().optional(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().optional(),
        error_data: z.object({ details: z.string() }).optional(),
      }),
    )
    .optional(),
});
const notification = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            messages: z.array(inbound).default([]),
            statuses: z.array(status).default([]),
            contacts: z
              .array(z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }).optional() }))
              .default([]),
          }),
        }),
      ),
    }),
  ),
});

export interface Inbound {
  id: string;
  from: string;
  /** The name that the sender chose on WhatsApp. */
  name: string;
  at: Date;
  text: string;
  /** The new number if the sender changed it. */
  movedTo?: string | undefined;
}

export interface Status {
  id: string;
  status: string;
  /** The trace with which the message was sent; see `trace` in deliver.ts. */
  trace: string;
  code: number | undefined;
  detail: string;
}

/** Parses all messages and statuses of one notification, which can concern several conversations. */
export const parseNotification = (body: unknown): { messages: Inbound[]; statuses: Status[] } => {
  const parsed = notification.safeParse(body);
  const values = parsed.data?.entry.flatMap(({ changes }) => changes.map(({ value }) => value)) ?? [];
  return {
    messages: values.flatMap(({ messages, contacts }) =>
      messages.map((message) => ({
        id: message.id,
        from: message.from,
        name: contacts.find(({ wa_id }) => wa_id === message.from)?.profile?.name ?? '',
        at: new Date(Number(message.timestamp) * 1000),
        text: message.text?.body ?? '',
        ...(message.system?.type === 'user_changed_number' && {
          movedTo: message.system.new_wa_id ?? message.system.wa_id,
        }),
      })),
    ),
    statuses: values.flatMap(({ statuses }) =>
      statuses.map(({ id, status: state, biz_opaque_callback_data, errors }) => ({
        id,
        status: state,
        trace: biz_opaque_callback_data ?? '',
        code: errors?.[0]?.code,
        detail: errors?.[0]?.error_data?.details ?? errors?.[0]?.title ?? '',
      })),
    ),
  };
};
