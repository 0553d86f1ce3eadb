import * as z from 'zod';

/**
 * The part `stripe` of the secret `providers`: restricted key, signing secret of the webhook endpoint and monthly
 * price. The configuration of the customer portal is optional.
 */
const stripeCredentials = z.object({
  secretKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  priceId: z.string().min(1),
  portalConfigurationId: z.string().min(1).optional(),
});
export type StripeCredentials = z.infer<typeof stripeCredentials>;

/** Stripe's credentials; undefined if one is missing, and premium is then not available. */
export const stripeOf = (credentials: Readonly<Record<string, unknown>>): StripeCredentials | undefined =>
  stripeCredentials.safeParse(credentials.stripe).data;

/** The reason why upgrades are unavailable, as the user reads it. */
export const NOT_SET_UP = 'Payments are not set up in this installation, so Premium is not available.';
