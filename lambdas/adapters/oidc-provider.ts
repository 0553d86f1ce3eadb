import type { Configuration, CustomFetch } from 'openid-client';
import * as z from 'zod';
import type { OidcProvider } from '../accounts/oidc/log-in.ts';
import type { OidcSettings } from '../accounts/oidc/settings.ts';
import type { ProviderCredentials } from '../model/message.ts';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { type HttpRequest, isAnswer, type OutboundHttp } from '../platform/outbound/outbound.ts';

/** Imported on use, because a deployment without a provider never needs it. */
const library = () => import('openid-client');

const unavailable = () => new AppError('unavailable', 'The sign-in provider does not respond. Try again later.');

/** Thrown for a request that got no response. */
class NoResponse extends Error {}

/** Sends the library's requests with the rules for all outgoing requests. Its endpoints come from the issuer. */
const fetchWith =
  (http: OutboundHttp): CustomFetch =>
  async (url, { method, headers, body }) => {
    const result = await http.send({
      method: method as HttpRequest['method'],
      url,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      allow: { hosts: 'any public host', ports: 'default or high' },
    });
    if (!isAnswer(result)) throw new NoResponse(result.detail);
    return new Response(result.body, { status: result.status, headers: result.headers });
  };

const claims = z.object({ email: z.string(), email_verified: z.boolean().default(false) });

/** Errors and their causes, outermost first. */
const chainOf = (error: unknown): unknown[] => (error instanceof Error ? [error, ...chainOf(error.cause)] : []);

/**
 * The provider of the settings, by the authorization code flow with PKCE (OpenID Connect Core 1.0, 3.1). `openid-client`
 * checks state, nonce, signature, issuer, audience and expiry. The browser returns to `/user/sso`.
 */
export const oidcProvider = (
  { issuer, clientId }: OidcSettings,
  ports: {
    http: OutboundHttp;
    readCredentials: () => Promise<ProviderCredentials>;
    appUrl: string;
    /** `oidcAuthorize` replaces the provider's page with that of its stand-in. */
    links: Readonly<Record<string, string>>;
  },
): OidcProvider => {
  const redirectUri = `${ports.appUrl}/user/sso`;
  let discovered: Promise<Configuration> | undefined;
  const discover = async (): Promise<Configuration> => {
    const { customFetch, discovery, enableNonRepudiationChecks } = await library();
    const secret = (await ports.readCredentials()).oidc?.clientSecret;
    if (secret === undefined) throw new NoResponse('the secret of the providers has no oidc.clientSecret');
    return discovery(new URL(issuer), clientId, secret, undefined, {
      [customFetch]: fetchWith(ports.http),
      // By default, the library trusts the connection and does not check the ID token's signature.
      execute: [enableNonRepudiationChecks],
    });
  };
  /** Reads the provider's metadata once for each process, unless that fails. */
  const configuration = (): Promise<Configuration> => {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      log.warn('oidc provider not available', { reason: String(error).slice(0, 200) });
      throw unavailable();
    });
    return discovered;
  };
  return {
    link: async ({ state, nonce, codeVerifier }) => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const { href, search } = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return ports.links.oidcAuthorize === undefined ? href : `${ports.links.oidcAuthorize}${search}`;
    },
    identify: async ({ code, iss, state: returned }, { state, nonce, codeVerifier }) => {
      const { authorizationCodeGrant } = await library();
      const known = await configuration();
      const query = new URLSearchParams({ code, state: returned, ...(iss !== undefined && { iss }) });
      const current = new URL(`${redirectUri}?${query}`);
      try {
        const tokens = await authorizationCodeGrant(known, current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const { email, email_verified: emailVerified } = claims.parse(tokens.claims());
        return { email, emailVerified };
      } catch (error) {
        const chain = chainOf(error);
        log.info('oidc sign-in rejected', { reason: chain.map(String).join(': ').slice(0, 300) });
        if (chain.some((each) => each instanceof NoResponse)) throw unavailable();
        return undefined;
      }
    },
  };
};
