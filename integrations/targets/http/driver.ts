import { epochSeconds, secondsAfter } from '../../../lambdas/platform/clock.ts';
import { HOPS_HEADER } from '../../../lambdas/platform/outbound/hops.ts';
import { isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { RECEIVERS } from '../../../lambdas/platform/outbound/receivers.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import type { BeginContext, Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { formatError } from '../../../lambdas/templates/format-error.ts';
import { bodyOf, renderBody, standardBody } from './body.ts';
import { classify } from './classify.ts';
import { type HttpOptions, isOption, maskedUrl, parseOptions, plainOf, wrongOptions } from './options.ts';
import { newSigningSecret, signatures } from './signature.ts';

/** Seconds after a rotation in which messages have both signatures, so the receiver can switch to the new secret. */
const OVERLAP_SECONDS = 24 * 3600;

const stored = (
  { url, headers, values, plain }: HttpOptions,
  signing: Record<string, string>,
  previousUntil?: string,
): OnboardingResult => ({
  status: 'active',
  options: {
    url: maskedUrl(url),
    signing_secret: MASKED_SECRET,
    headers: masked(headers),
    ...(Object.keys(values).length > 0 && { values: masked(values) }),
    ...plain,
    ...(previousUntil && { previous_secret_until: previousUntil }),
  },
  secrets: { url, ...prefixed(HEADER, headers), ...prefixed(VALUE, values), ...signing },
});

const MASKED_SECRET = 'whsec_***';
const masked = (all: Record<string, string>) => Object.fromEntries(Object.keys(all).map((name) => [name, '***']));
/** Header values and the template's values are secrets too: stored with a prefix, so they are masked everywhere. */
const HEADER = 'header:';
const VALUE = 'value:';
const prefixed = (prefix: string, all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [prefix + name, value]));
const withPrefix = (prefix: string, secrets: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length).toLowerCase(), value]] : [],
    ),
  );

const noRenderer: Outcome = {
  kind: 'fail_config',
  code: 'installation-misconfigured',
  reason: 'This function cannot render body templates.',
};

/** A message that fills every name of a body template. */
const SAMPLE = {
  text: 'Build #12 failed',
  id: 'sample.1',
  part: 1,
  parts: 1,
  webhookName: 'Builds',
  link: 'https://app.example.com/',
  facts: { key: 'build 12', state: 'open', severity: 'critical', title: 'Build #12' },
} as const;

/**
 * Parses the options, and tries the body template with a sample message.
 * @throws AppError('target-options-wrong') with the invalid options
 */
const checked = async (
  sent: Record<string, unknown>,
  { ownHosts, renderer, userId, targetId }: BeginContext,
): Promise<HttpOptions> => {
  const options = parseOptions(sent, ownHosts);
  const { values, plain } = options;
  if (plain.body_template === undefined || !renderer) return options;
  const written = { template: plain.body_template, values, target: { id: targetId, userId } };
  const result = await renderBody(SAMPLE, written, renderer);
  if ('error' in result && result.error.retryAfterSeconds === undefined)
    throw wrongOptions([{ path: ['body_template'], message: formatError(result.error) }]);
  return options;
};

/** Returns the current signing secrets: the new one, and the previous one while both are valid. */
const signingSecrets = ({ options, secrets }: OpenTarget, now: Date): string[] => {
  const overlap = typeof options.previous_secret_until === 'string' && now < new Date(options.previous_secret_until);
  return [secrets.signing, overlap ? secrets.previous : undefined].filter((secret) => secret !== undefined);
};

export const driver: Driver = {
  begin: async (sent, context) => {
    const signing = newSigningSecret();
    return { ...stored(await checked(sent, context), { signing }), shownOnce: { signing_secret: signing } };
  },
  // `{rotate: true}` creates a new signing secret; other options replace the old ones.
  change: async (sent, target, context) => {
    const { clock } = context;
    if (!Object.keys(sent).some(isOption) && sent.rotate !== true) return undefined;
    const { url } = target.secrets;
    const secrets = { headers: withPrefix(HEADER, target.secrets), values: withPrefix(VALUE, target.secrets) };
    const next = await checked({ url, ...secrets, ...plainOf(target.options), ...sent }, context);
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
  deliver: async (message, target, { http: outbound, clock, renderer }) => {
    const at = clock();
    const { method = 'POST', body_template: template, content_type, ...accepted } = plainOf(target.options);
    const written = template && { template, values: withPrefix(VALUE, target.secrets), target };
    const made = written
      ? renderer
        ? bodyOf(await renderBody(message, written, renderer))
        : { problem: noRenderer }
      : { body: standardBody(message, at) };
    if ('problem' in made) return made.problem;
    const { body } = made;
    const timestamp = epochSeconds(at);
    const result = await outbound.send({
      method,
      url: target.secrets.url ?? '',
      headers: {
        ...withPrefix(HEADER, target.secrets),
        'content-type': content_type ?? 'application/json',
        [HOPS_HEADER]: String((message.hops ?? 0) + 1),
        'webhook-id': message.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures(message.id, timestamp, body, signingSecrets(target, at)),
      },
      body,
      allow: RECEIVERS,
    });
    return isAnswer(result) ? classify(result, at, accepted) : networkOutcome(result, 'The receiver', "the owner's");
  },
};
