import { createHmac } from 'node:crypto';
import type { SenderSlug } from '#contract/senders';
import { type Handshake, refused, type VerificationResult } from '../../model/verification-result.ts';
import { sameSecret } from '../../platform/same-secret.ts';
import type { SignedCall } from '../scheme.ts';
import { parsedBody } from '../signed-text.ts';

/** Larger bodies are not parsed, because no URL verification request is that large. */
const MAX_BODY_BYTES = 16_384;
const MAX_TOKEN_CHARACTERS = 1000;

const answer = (value: object): Handshake => ({
  kind: 'answer',
  text: JSON.stringify(value),
  headers: { 'content-type': 'application/json; charset=utf-8' },
});

/**
 * Zoom sends `endpoint.url_validation` with a token, and expects the token's HMAC with the secret (zoom/webhook-sample,
 * index.js). Only a signed request gets a response, because the response signs a text that the caller chose.
 */
const zoom = (body: Record<string, unknown>, secret: string): Handshake | undefined => {
  const { plainToken } = (body.payload ?? {}) as { plainToken?: unknown };
  if (typeof plainToken !== 'string' || plainToken.length > MAX_TOKEN_CHARACTERS) return undefined;
  return answer({ plainToken, encryptedToken: createHmac('sha256', secret).update(plainToken).digest('hex') });
};

/**
 * Discord pings an application's URL with a valid and an invalid signature, and requires 401 for the latter. A ping for
 * webhook events has type 0 and expects 204. A ping for interactions has type 1 and expects the same type in the
 * response (docs.discord.com/developers, Webhook Events and Interactions).
 */
const discord = ({ type }: Record<string, unknown>): Handshake =>
  type === 0 ? { kind: 'answer', status: 204, text: '' } : answer({ type: 1 });

const isPing = ({ type, event }: Record<string, unknown>): boolean => type === 0 || (type === 1 && event === undefined);

/** Recognises and answers URL verification requests of services that require the secret for it. */
const signed: Partial<
  Record<
    SenderSlug,
    {
      asks(body: Record<string, unknown>): boolean;
      answer(body: Record<string, unknown>, secret: string): Handshake | undefined;
    }
  >
> = {
  zoom: { asks: ({ event }) => event === 'endpoint.url_validation', answer: zoom },
  discord: { asks: isPing, answer: discord },
};

/**
 * Answers a URL verification request with a valid signature. Without one, the request is rejected even in report mode,
 * because the service would treat a normal response as success.
 * @param verdict the result for the call's signature
 * @param secrets the secrets that were tried
 */
export const afterHandshake = (
  sender: SenderSlug,
  call: SignedCall,
  verdict: VerificationResult,
  secrets: readonly string[],
): VerificationResult => {
  const handshake = signed[sender];
  if (!handshake || call.method !== 'POST' || call.body.byteLength > MAX_BODY_BYTES) return verdict;
  const body = parsedBody(call);
  if (typeof body !== 'object' || body === null || !handshake.asks(body as Record<string, unknown>)) return verdict;
  if (!verdict.verified) return { ...verdict, always: true };
  const given = handshake.answer(body as Record<string, unknown>, secrets[verdict.secret] ?? '');
  return given
    ? { ...verdict, handshake: given }
    : {
        ...refused(
          'malformed-signature',
          'This URL verification request has no valid token. Start the verification again.',
        ),
        always: true,
      };
};

/** The header in which Asana sends the secret and expects it in the response. */
const ASANA_HEADER = 'x-hook-secret';

/**
 * Asana sends the secret in a header of its first call, and expects the same header in the response. Later calls are
 * signed with it (developers.asana.com, Webhooks). The secret is stored only if the webhook has none, so a later caller
 * cannot replace it. To change it, the owner first removes the old one.
 * @param adopt stores the secret; resolves to false if the settings were changed meanwhile
 * @returns undefined for an ordinary call
 */
export const asanaHandshake = async (
  { method, headers }: SignedCall,
  secrets: readonly string[],
  adopt: ((secret: string) => Promise<boolean>) | undefined,
): Promise<VerificationResult | undefined> => {
  const secret = headers[ASANA_HEADER];
  if (method !== 'POST' || secret === undefined) return undefined;
  const isKnown = secrets.some((known) => sameSecret(known, secret));
  const isWanted = secrets.length === 0 && /^[\x21-\x7e]{16,256}$/.test(secret);
  if (isKnown || (isWanted && (await adopt?.(secret))))
    return {
      verified: true,
      secret: -1,
      handshake: { kind: 'answer', text: '', headers: { [ASANA_HEADER]: secret } },
    };
  return {
    ...refused(
      'wrong-signature',
      'Asana sent a new secret, but this webhook already has one. Remove the old secret first.',
    ),
    always: true,
  };
};
