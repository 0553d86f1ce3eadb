import * as z from 'zod';
import type { ProviderCredentials } from '../../../lambdas/model/message.ts';

const schema = z.object({
  phoneNumberId: z.string().regex(/^\d+$/),
  /** The token of a system user, which does not expire. */
  accessToken: z.string().min(1),
  /** Signs Meta's requests to us. */
  appSecret: z.string().min(1),
  /** Chosen by the operator and repeated by Meta in its URL verification. */
  verifyToken: z.string().min(1),
  /** The business number in international form without `+`, for links. */
  number: z.string().regex(/^\d+$/),
  /** Version of the Graph API. */
  apiVersion: z
    .string()
    .regex(/^v\d+\.\d$/)
    .default('v25.0'),
  /**
   * A pre-approved utility template with two text parameters (webhook, message), for people who did not write recently.
   */
  templateName: z.string().min(1).optional(),
  templateLanguage: z.string().default('en_US'),
  /** Ids of the app and the business account, only for the operator's set-up script. */
  appId: z.string().regex(/^\d+$/).optional(),
  businessAccountId: z.string().regex(/^\d+$/).optional(),
});

export type WhatsappAccount = z.infer<typeof schema>;

/** This deployment's business account; undefined if there is none. */
export const accountOf = (credentials: ProviderCredentials): WhatsappAccount | undefined =>
  schema.safeParse(credentials.whatsapp).data;
