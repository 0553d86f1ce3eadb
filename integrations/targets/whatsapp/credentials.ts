import * as z from 'zod';
import type { ProviderCredentials } from '../../../lambdas/model/message.ts';

const schema = z.object({
  phoneNumberId: z.string().regex(/^\d+$/),
  /** Of a system user, so it does not expire. */
  accessToken: z.string().min(1),
  /** Signs Meta's requests to us. */
  appSecret: z.string().min(1),
  /** Chosen by the operator, repeated by Meta in its URL verification. */
  verifyToken: z.string().min(1),
  /** The business number in international form without `+`, for links. */
  number: z.string().regex(/^\d+$/),
  /** Version of the Graph API. */
  apiVersion: z
    .string()
    .regex(/^v\d+\.\d$/)
    .default('v25.0'),
  /** A pre-approved utility template with two text parameters (webhook, message), for recipients who did not write lately. */
  templateName: z.string().min(1).optional(),
  templateLanguage: z.string().default('en_US'),
  /** Of the app and of the business account: only the operator's set-up script needs them. */
  appId: z.string().regex(/^\d+$/).optional(),
  businessAccountId: z.string().regex(/^\d+$/).optional(),
});

export type WhatsappAccount = z.infer<typeof schema>;

/** The business account of this deployment, or undefined when there is none. */
export const accountOf = (credentials: ProviderCredentials): WhatsappAccount | undefined =>
  schema.safeParse(credentials.whatsapp).data;
