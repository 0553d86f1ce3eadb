import { proofOfWork } from '../accounts/challenge/proof-of-work.ts';
import type { ChallengeSettings } from '../accounts/challenge/settings.ts';
import { siteverify } from '../accounts/challenge/siteverify.ts';
import type { ChallengeVerifier } from '../model/account-ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import { challengeNonces } from './dynamodb/nonce-store.ts';
import type { Table } from './dynamodb/table.ts';
import type { Secret } from './secrets.ts';

interface ChallengeVerifierParts {
  table: Table;
  http: OutboundHttp;
  /** The key that signs the proof of work, or the hosted service's secret key. */
  secret: Secret;
  appUrl: string;
  clock: Clock;
}

/** Creates the verifier that the settings select. */
export const challengeVerifier = (settings: ChallengeSettings, parts: ChallengeVerifierParts): ChallengeVerifier => {
  const { table, http, secret, appUrl, clock } = parts;
  const { hostname } = new URL(appUrl);
  switch (settings.provider) {
    case 'pow':
      return proofOfWork({ nonces: challengeNonces(table), secret, clock });
    case 'turnstile':
      return siteverify({ provider: 'turnstile', hostname, minScore: 0 }, { http, secret });
    case 'recaptcha':
      return siteverify({ provider: 'recaptcha', hostname, minScore: settings.minScore }, { http, secret });
  }
};
