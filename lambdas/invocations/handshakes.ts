import type { IncomingCall } from '../model/invocation.ts';
import type { Handshake } from '../model/verification-result.ts';
import { AppError } from '../platform/errors.ts';
import { parseJson } from '../platform/parse-json.ts';
import { sameSecret } from '../platform/same-secret.ts';

/** Longest challenge, in characters. A longer text is not treated as a challenge. */
const MAX_CHALLENGE_CHARACTERS = 1000;

/** Larger bodies are not parsed, because no URL verification request is that large. */
const MAX_BODY_BYTES = 16_384;

/**
 * Recognises URL verification requests of services. Returns undefined for an ordinary call.
 * - Slack, events API: JSON `{"type":"url_verification","challenge":…}`, answered with the challenge.
 * - Meta: `hub.mode=subscribe`, `hub.challenge`, and `hub.verify_token`, which must be the webhook's own.
 * - Microsoft Graph: POST with `validationToken`, answered with it in plain text.
 * - Dropbox: GET with `challenge`, answered with it.
 * - Amazon SNS: a `SubscriptionConfirmation` whose `SubscribeURL` is opened, if it is SNS's.
 * - CloudEvents, HTTP webhook 1.0, section 4: OPTIONS with `WebHook-Request-Origin`.
 * @throws AppError('forbidden') when Meta's verify token is not the webhook's.
 */
export const handshakeOf = (call: IncomingCall, verifyToken: string): Handshake | undefined =>
  cloudEvents(call) ?? byQuery(call, verifyToken) ?? byBody(call);

const cloudEvents = ({ method, headers }: IncomingCall): Handshake | undefined => {
  const origin = headers['webhook-request-origin'];
  if (method !== 'OPTIONS' || origin === undefined) return undefined;
  const rate = headers['webhook-request-rate'];
  return {
    kind: 'answer',
    text: '',
    headers: {
      allow: 'POST',
      'webhook-allowed-origin': origin,
      ...(rate !== undefined && { 'webhook-allowed-rate': /^\d{1,9}$/.test(rate) ? rate : '*' }),
    },
  };
};

const byQuery = ({ method, query }: IncomingCall, verifyToken: string): Handshake | undefined => {
  const parameters = new URLSearchParams(query);
  const challenge = parameters.get('hub.challenge');
  if (method === 'GET' && parameters.get('hub.mode') === 'subscribe' && challenge !== null) {
    if (verifyToken === '' || !sameSecret(parameters.get('hub.verify_token') ?? '', verifyToken))
      throw new AppError(
        'verify-token-wrong',
        'The verify token does not match this webhook. Enter the token from the webhook’s settings.',
      );
    return echo(challenge);
  }
  const token = parameters.get('validationToken');
  if (method === 'POST' && token !== null) return echo(token);
  const plain = parameters.get('challenge');
  return method === 'GET' && plain !== null ? echo(plain) : undefined;
};

const byBody = ({ method, headers, body }: IncomingCall): Handshake | undefined => {
  if (method !== 'POST' || body.byteLength > MAX_BODY_BYTES) return undefined;
  const isSns = headers['x-amz-sns-message-type'] === 'SubscriptionConfirmation';
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  if (!isSns && !text.includes('url_verification')) return undefined;
  const message = parsed(text);
  if (isSns) {
    const url = message?.SubscribeURL;
    return typeof url === 'string' && isSnsUrl(url) ? { kind: 'confirm', url } : undefined;
  }
  return message?.type === 'url_verification' && typeof message.challenge === 'string'
    ? echo(message.challenge)
    : undefined;
};

const parsed = (text: string): Record<string, unknown> | undefined => {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
};

const echo = (text: string): Handshake | undefined =>
  text.length <= MAX_CHALLENGE_CHARACTERS ? { kind: 'answer', text } : undefined;

/**
 * True for an https URL on one of SNS's own hosts (`sns.<region>.amazonaws.com` and `.cn`), with the default port and
 * without credentials.
 */
export const isSnsUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    /^sns\.[a-z0-9-]{1,30}\.amazonaws\.com(\.cn)?$/.test(url.hostname) &&
    url.searchParams.get('Action') === 'ConfirmSubscription'
  );
};
