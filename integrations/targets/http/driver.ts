import type { Message } from '../../../lambdas/model/message.ts';
import { HOPS_HEADER } from '../../../lambdas/outbound/hops.ts';
import { isAnswer } from '../../../lambdas/outbound/outbound.ts';
import { RECEIVERS } from '../../../lambdas/outbound/receivers.ts';
import { epochSeconds, secondsAfter } from '../../../lambdas/platform/clock.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import type { Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { classify } from './classify.ts';
import { maskedUrl, parseOptions } from './options.ts';
import { newSigningSecret, signatures } from './signature.ts';

/** Seconds after a rotation in which messages have both signatures, so the receiver can switch to the new secret. */
const OVERLAP_SECONDS = 24 * 3600;

const stored = (
  { url, headers }: { url: string; headers: Record<string, string> },
  signing: Record<string, string>,
  previousUntil?: string,
): OnboardingResult => ({
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
/** Prefix of the secrets that hold header values. They are stored as secrets, so they are masked everywhere. */
const HEADER = 'header:';
const prefixed = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [HEADER + name, value]));
const headersOf = (secrets: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) =>
      name.startsWith(HEADER) ? [[name.slice(HEADER.length).toLowerCase(), value]] : [],
    ),
  );

/** Returns the current signing secrets: the new one, and the previous one while both are valid. */
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
      ...(message.subject && { subject: message.subject }),
      ...(message.rich && { rich: message.rich }),
    },
  });

export const driver: Driver = {
  begin: async (sent, { ownHosts }) => {
    const signing = newSigningSecret();
    return { ...stored(parseOptions(sent, ownHosts), { signing }), shownOnce: { signing_secret: signing } };
  },
  // `{rotate: true}` creates a new signing secret; `url` and `headers` replace the old ones.
  change: async (sent, target, { clock, ownHosts }) => {
    if (sent.url === undefined && sent.headers === undefined && sent.rotate !== true) return undefined;
    const next = parseOptions(
      { url: sent.url ?? target.secrets.url, headers: sent.headers ?? headersOf(target.secrets) },
      ownHosts,
    );
    const { signing = newSigningSecret(), previous } = target.secrets;
    const { previous_secret_until } = target.options;
    if (sent.rotate !== true)
      return stored(
        next,
        { signing, ...(previous && { previous }) },
        typeof previous_secret_until === 'string' ? previous_secret_until : undefined,
      );
    const fresh = newSigningSecret();
    const until = secondsAfter(clock(), OVERLAP_SECONDS).toISOString();
    return { ...stored(next, { signing: fresh, previous: signing }, until), shownOnce: { signing_secret: fresh } };
  },
  deliver: async (message, target, { http: outbound, clock }) => {
    const at = clock();
    const body = payload(message, at);
    const timestamp = epochSeconds(at);
    const result = await outbound.send({
      method: 'POST',
      url: target.secrets.url ?? '',
      headers: {
        ...headersOf(target.secrets),
        'content-type': 'application/json',
        [HOPS_HEADER]: String((message.hops ?? 0) + 1),
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
