import * as z from 'zod';

/** The provider's page, which the browser opens. */
export const oidcLink = z.object({ link: z.url().max(4096) });

/** The body of POST /user/login/oidc: the query with which the provider redirects the browser to `/user/sso`. */
export const oidcLogin = z.object({
  code: z.string().min(1).max(4096),
  state: z.string().min(1).max(200),
  iss: z.string().max(2000).optional().describe('The issuer, if the provider sends it (RFC 9207).'),
});
export type OidcLogin = z.infer<typeof oidcLogin>;
