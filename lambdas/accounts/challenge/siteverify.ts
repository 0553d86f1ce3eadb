import * as z from 'zod';
import type { ChallengeAction } from '#contract/challenge';
import type { ChallengeVerifier } from '../../model/account-ports.ts';
import { AppError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { OutboundHttp } from '../../platform/outbound/outbound.ts';

export interface SiteverifySettings {
  provider: 'recaptcha' | 'turnstile';
  /** Host name of our page, as the provider saw it in the browser. */
  hostname: string;
  /** The lowest accepted score of reCAPTCHA v3, from 0 (bot) to 1 (person). */
  minScore: number;
}

interface SiteverifyPorts {
  http: OutboundHttp;
  secret: () => Promise<string>;
}

/** Endpoints documented at developers.google.com/recaptcha/docs/verify and developers.cloudflare.com/turnstile. */
const endpoints = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

/** The provider's response. Only reCAPTCHA sends a `score`. */
const verdict = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).default([]),
});

const refused = () => new AppError('challenge-failed', 'The bot challenge failed. Try again.');

/**
 * The error if the provider does not respond. The call is then rejected, because an outage must not disable the check.
 */
const unreachable = (reason: string) => {
  log.error('bot challenge provider unavailable', { reason });
  return new AppError('challenge-unavailable', 'The bot challenge can’t be checked right now. Try again in a moment.');
};

const parse = (body: string) => {
  try {
    return verdict.parse(JSON.parse(body));
  } catch {
    throw unreachable('unexpected answer');
  }
};

/** Verifies each token with the hosted service, which rejects a token that was already used. */
export const siteverify = (settings: SiteverifySettings, { http, secret }: SiteverifyPorts): ChallengeVerifier => {
  const { provider, hostname, minScore } = settings;
  const ask = async (token: string, ip: string) => {
    const answer = await http.send({
      method: 'POST',
      url: endpoints[provider],
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret: await secret(), response: token, remoteip: ip }).toString(),
      allow: { hosts: [new URL(endpoints[provider]).hostname], ports: 'default' },
    });
    if ('failure' in answer) throw unreachable(answer.failure);
    if (answer.status !== 200) throw unreachable(`status ${answer.status}`);
    return parse(answer.body);
  };
  /**
   * Reduces an action to its letters for comparison. Google documents only letters, digits and `/`; the underscore was
   * added later.
   */
  const plain = (action: string) => action.toUpperCase().replace(/[^A-Z]/g, '');

  return {
    verify: async (token: string, action: ChallengeAction, ip: string) => {
      const { success, action: solvedFor, hostname: solvedAt, score, 'error-codes': errors } = await ask(token, ip);
      if (errors.some((code) => code.endsWith('-input-secret'))) throw unreachable('the secret key is refused');
      const person = provider === 'turnstile' || (score !== undefined && score >= minScore);
      const ours = solvedAt === hostname && solvedFor !== undefined && plain(solvedFor) === plain(action);
      if (!success || !person || !ours) throw refused();
    },
  };
};
