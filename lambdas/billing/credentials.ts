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

/** Stripe's credentials; undefined when any of them is missing, so premium is not offered here. */
export const stripeOf = (credentials: Readonly<Record<string, unknown>>): StripeCredentials | undefined =>
  stripeCredentials.safeParse(credentials.stripe).data;

/** The reason that upgrades are unavailable, in words for the user. */
export const NOT_SET_UP = 'Payments are not set up in this installation, so Premium is not available.';
