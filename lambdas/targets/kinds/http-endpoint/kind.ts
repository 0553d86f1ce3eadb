import { epochSeconds, secondsAfter } from '../../../platform/clock.ts';
import { isAnswer } from '../../outbound.ts';
import { networkOutcome } from '../../provider-answer.ts';
import type { Beginning, Message, OpenTarget, TargetKind } from '../../target-kind.ts';
import { classify } from './classify.ts';
import { maskedUrl, parseOptions, RECEIVERS } from './options.ts';
import { newSigningSecret, signatures } from './signature.ts';

/** After a rotation both signatures are sent for a day, so that the receiver can change over without losing a message. */
const OVERLAP_SECONDS = 24 * 3600;

const stored = (
  { url, headers }: { url: string; headers: Record<string, string> },
  signing: Record<string, string>,
  previousUntil?: string,
): Beginning => ({
  status: 'active',
  options: {
    url: maskedUrl(url),
    signing_secret: MASKED_SECRET,
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, '***'])),
    ...(previousUntil && { previous_secret_until: previousUntil }),
  },
  secrets: { url, ...prefixed(headers), ...signing },
});

const MASKED_SECRET = 'whsec_***';
/** Header values are secrets of their own, stored under `header:<name>`, so that each is masked wherever it turns up. */
const HEADER = 'header:';
const prefixed = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [HEADER + name, value]));
const headersOf = (secrets: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) =>
      name.startsWith(HEADER) ? [[name.slice(HEADER.length).toLowerCase(), value]] : [],
    ),
  );

/** The secrets that sign now: the current one, and the previous one while both are valid. */
const signingSecrets = ({ options, secrets }: OpenTarget, now: Date): string[] => {
  const overlap = typeof options.previous_secret_until === 'string' && now < new Date(options.previous_secret_until);
  return [secrets.signing, overlap ? secrets.previous : undefined].filter((secret) => secret !== undefined);
};

const payload = (message: Message, now: Date) =>
  JSON.stringify({
    type: 'message',
    timestamp: now.toISOString(),
    data: {
      id: message.id,
      webhook: message.webhookName,
      text: message.text,
      part: message.part,
      parts: message.parts,
      link: message.link,
    },
  });

/** Any https endpoint, signed as Standard Webhooks describes (github.com/standard-webhooks/standard-webhooks). */
export const http: TargetKind = {
  slug: 'http',
  name: 'HTTP',
  description: 'Posts signed JSON to an https address of yours (Standard Webhooks).',
  setup: 'form',
  guide: [
    'Enter an https address that the internet can reach. The signing secret is shown once, after you press Create.',
    'Each message is a POST with JSON, signed as Standard Webhooks describes: check webhook-signature over webhook-id, webhook-timestamp and the body, and refuse time stamps older than five minutes.',
    'Answer 2xx within ten seconds. 410 switches the target off; everything else is tried again.',
  ],
  fields: [
    {
      name: 'url',
      label: 'URL',
      type: 'url',
      placeholder: 'https://example.com/hooks/tellhook',
      hint: 'Reachable from the internet, https only. The signing secret is shown once, after you press Create.',
      pattern: '^https://\\S+$',
      message: 'The URL must begin with https://',
    },
  ],
  icon: { paths: ['M3.5 12h11', 'M10.5 8l4 4-4 4', 'M18 4.5h2.5v15H18'], colour: '#0f766e' },
  limit: undefined,
  pace: { messagesPerSecond: 10 },
  provider: { name: 'The receiver', hostOf: ({ url }) => URL.parse(String(url))?.host },
  secretPattern: /\bwhsec_[A-Za-z0-9+/=_-]+/,
  unavailable: () => undefined,
  begin: async (sent) => {
    const signing = newSigningSecret();
    return { ...stored(parseOptions(sent), { signing }), reveal: { signing_secret: signing } };
  },
  // `{rotate: true}` makes a new signing secret; `url` and `headers` replace what was there.
  change: async (sent, target, { now }) => {
    if (sent.url === undefined && sent.headers === undefined && sent.rotate !== true) return undefined;
    const next = parseOptions({
      url: sent.url ?? target.secrets.url,
      headers: sent.headers ?? headersOf(target.secrets),
    });
    const { signing = newSigningSecret(), previous } = target.secrets;
    const { previous_secret_until } = target.options;
    if (sent.rotate !== true)
      return stored(
        next,
        { signing, ...(previous && { previous }) },
        typeof previous_secret_until === 'string' ? previous_secret_until : undefined,
      );
    const fresh = newSigningSecret();
    const until = secondsAfter(now(), OVERLAP_SECONDS).toISOString();
    return { ...stored(next, { signing: fresh, previous: signing }, until), reveal: { signing_secret: fresh } };
  },
  publicOptions: (options) => options,
  deliver: async (message, target, { http: outbound, now }) => {
    const at = now();
    const body = payload(message, at);
    const timestamp = epochSeconds(at);
    const result = await outbound.send({
      method: 'POST',
      url: target.secrets.url ?? '',
      headers: {
        ...headersOf(target.secrets),
        'content-type': 'application/json',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures(message.id, timestamp, body, signingSecrets(target, at)),
      },
      body,
      allow: RECEIVERS,
    });
    return isAnswer(result) ? classify(result, at) : networkOutcome(result, 'The receiver', "the owner's");
  },
};
