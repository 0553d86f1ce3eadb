import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type Fake, type FakeAnswer, type FakeRequest, given, jsonAnswer, type PageAnswer } from './fake.ts';
import { OIDC_HOST } from './hosts.ts';

const ISSUER = `https://${OIDC_HOST}`;
const CODE_SECONDS = 60;
const KEY_ID = 'local';

/** A sign-in for which a code was issued. */
interface Grant {
  code: string;
  email: string;
  isVerified: boolean;
  nonce: string;
  challenge: string;
  redirectUri: string;
  expiresAt: number;
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT signed with RS256 (RFC 7518, 3.3). */
const jwtOf = (claims: object, privateKey: string): string => {
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${encoded(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
};

const oauthError = (status: number, error: string): FakeAnswer => jsonAnswer(status, { error });

/**
 * An OpenID Connect provider: discovery, keys, and the authorization code flow with PKCE. Its page asks for an email
 * address instead of a password. It has a client only if the settings give it one, see docs/deploy.md.
 */
const create: Fake['create'] = ({ state: open, product, credentials, now }) => {
  const { clientId = '', clientSecret = '' } = given(credentials.oidc);
  const redirectUri = `${product.appUrl}/user/sso`;
  const state = open({
    privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
    grants: [] as Grant[],
  });
  const seconds = () => Math.floor(now().getTime() / 1000);

  const metadata = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  };

  const exchange = ({ body }: FakeRequest): FakeAnswer => {
    const form = new URLSearchParams(body);
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return oauthError(401, 'invalid_client');
    const grant = state.current.grants.find(({ code }) => code === form.get('code'));
    state.current.grants = state.current.grants.filter((each) => each !== grant);
    state.save();
    const isRight =
      grant !== undefined &&
      form.get('grant_type') === 'authorization_code' &&
      form.get('redirect_uri') === grant.redirectUri &&
      hashed(form.get('code_verifier') ?? '') === grant.challenge &&
      seconds() < grant.expiresAt;
    if (!isRight) return oauthError(400, 'invalid_grant');
    const { email, isVerified, nonce } = grant;
    const issued = { iat: seconds(), exp: seconds() + 300 };
    const claims = { iss: ISSUER, aud: clientId, sub: hashed(email), nonce, email, email_verified: isVerified };
    return jsonAnswer(200, {
      access_token: randomBytes(16).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: jwtOf({ ...claims, ...issued }, state.current.privateKey),
    });
  };

  /** The error in an authorization request; undefined if it is valid. */
  const problemOf = (query: URLSearchParams): string | undefined => {
    if (query.get('client_id') !== clientId) return 'The client is unknown.';
    if (query.get('redirect_uri') !== redirectUri) return 'The redirect URI is not registered.';
    if (query.get('response_type') !== 'code' || query.get('code_challenge_method') !== 'S256')
      return 'Only the code flow with PKCE is supported.';
    return query.get('scope')?.split(' ').includes('openid') ? undefined : 'The scope openid is missing.';
  };

  const redirect = (query: URLSearchParams, answer: Record<string, string>): PageAnswer => {
    const all = new URLSearchParams({ ...answer, state: query.get('state') ?? '', iss: ISSUER });
    return { status: 303, location: `${redirectUri}?${all}` };
  };

  return {
    name: 'OpenID Connect',
    isDelivery: () => false,
    placement: () => ({}),
    handle: (request) => {
      switch (`${request.method} ${request.path}`) {
        case 'GET /.well-known/openid-configuration':
          return jsonAnswer(200, metadata);
        case 'GET /jwks': {
          const key = createPublicKey(state.current.privateKey).export({ format: 'jwk' });
          return jsonAnswer(200, { keys: [{ ...key, kid: KEY_ID, use: 'sig', alg: 'RS256' }] });
        }
        case 'POST /token':
          return exchange(request);
        default:
          return jsonAnswer(404, {});
      }
    },
    refuse: () => jsonAnswer(503, {}),
    answers: [],
    answer: () => undefined,
    mask: (text) =>
      text
        .replaceAll(clientSecret, '***')
        .replace(/"id_token":"[^"]*"/g, '"id_token":"***"')
        .replace(/(code(?:_verifier)?=)[^&]+/g, '$1***'),
    maskUrl: (url) => url,
    threads: () => [],
    page: (method, path, query, form) => {
      if (path !== 'authorize') return undefined;
      const problem = problemOf(query);
      if (problem !== undefined) return { status: 400, asks: { page: 'not-authorized', reason: problem } };
      if (method !== 'POST')
        return { status: 200, asks: { page: 'sign-in', action: `/__fakes/oidc/authorize?${query}` } };
      if (form.get('decision') === 'deny') return redirect(query, { error: 'access_denied' });
      const grant: Grant = {
        code: randomBytes(16).toString('base64url'),
        email: form.get('email') ?? '',
        isVerified: form.get('decision') !== 'unverified',
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        redirectUri,
        expiresAt: seconds() + CODE_SECONDS,
      };
      state.current.grants.push(grant);
      state.save();
      return redirect(query, { code: grant.code });
    },
    actions: {},
  };
};

export const oidc: Fake = { hosts: [OIDC_HOST], create };
