import * as z from 'zod';
import type { ProviderCredentials } from '../../../lambdas/model/message.ts';

const schema = z.object({
  phoneNumberId: z.string().regex(/^\d+$/),
  /** A system user's token, which does not expire. */
  accessToken: z.string().min(1),
  /** The key with which Meta signs its requests to us. */
  appSecret: z.string().min(1),
  /** The token that the operator chose, which Meta repeats in its URL verification. */
  verifyToken: z.string().min(1),
  /** The business number in international form without `+`, for links. */
  number: z.string().regex(/^\d+$/),
  /** The version of the Graph API. */
  apiVersion: z
    .string()
    .regex(/^v\d+\.\d$/)
    .default('v25.0'),
  /**
   * A pre-approved utility template with two text parameters (webhook, message), for people who haven't written
   * recently.
   */
  templateName: z.string().min(1).optional(),
  templateLanguage: z.string().default('en_US'),
  /** Ids of the app and the business account. Only the operator's setup script uses them. */
  appId: z.string().regex(/^\d+$/).optional(),
  businessAccountId: z.string().regex(/^\d+$/).optional(),
});

export type WhatsappAccount = z.infer<typeof schema>;

/** Returns this deployment's business account, or undefined if there is none. */
export const accountOf = (credentials: ProviderCredentials): WhatsappAccount | undefined =>
  schema.safeParse(credentials.whatsapp).data;
