import * as z from 'zod';

/**
 * The part `stripe` of the secret `providers`: restricted key, signing secret of the webhook endpoint, monthly price,
 * and optionally the customer portal's configuration.
 */
const stripeCredentials = z.object({
  secretKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  priceId: z.string().min(1),
  portalConfigurationId: z.string().min(1).optional(),
});
export type StripeCredentials = z.infer<typeof stripeCredentials>;

/** Reads Stripe's credentials; undefined if one is missing. Premium is then unavailable. */
export const stripeOf = (credentials: Readonly<Record<string, unknown>>): StripeCredentials | undefined =>
  stripeCredentials.safeParse(credentials.stripe).data;

/** The reason for users why upgrades are unavailable. */
export const NOT_SET_UP = 'Payments are not set up in this installation, so Premium is not available.';
