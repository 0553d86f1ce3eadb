import * as z from 'zod';

/** The OpenID Connect provider of a deployment. The secret `providers` has its client secret, as `oidc.clientSecret`. */
export const oidcSettings = z.strictObject({
  /** The issuer's URL without `/.well-known/openid-configuration`. */
  issuer: z.url({ protocol: /^https$/ }),
  clientId: z.string().min(1).max(255),
  /** The provider's name, as in "Sign in with …". */
  label: z.string().min(1).max(40),
});
export type OidcSettings = z.infer<typeof oidcSettings>;
