import type { ChallengeSettings } from '../accounts/challenge/settings.ts';
import type { Throttles } from '../accounts/limits.ts';
import type { Table } from '../adapters/dynamodb/table.ts';
import type { QueueLanes } from '../adapters/lanes.ts';
import type { MailSettings } from '../adapters/mailer.ts';
import type { Secret, secretsManager } from '../adapters/secrets.ts';
import type { VerifyAccessToken, VerifyKey } from '../http/access.ts';
import type { EdgeKeys } from '../http/client-address.ts';
import type { ProviderCredentials } from '../model/message.ts';
import type { Plans } from '../model/plans.ts';
import type { Sealer } from '../model/target-ports.ts';
import type { Services } from '../services.ts';

/** The variables of the functions as they are parsed. Each function has those that its services are made of. */
interface Config {
  TABLE_NAME: string;
  LANES_QUEUE_URL: string;
  DEAD_LETTERS_QUEUE_URL: string;
  APP_URL: string;
  INVOKE_URL: string;
  SEALING_SECRET_ARN: string;
  PROVIDERS_SECRET_ARN: string;
  EDGE_SECRET_ARN: string;
  SIGNING_SECRET_ARN: string;
  CHALLENGE_SECRET_ARN: string;
  PLANS: Plans;
  MAIL: MailSettings;
  CHALLENGE: ChallengeSettings;
  THROTTLES: Throttles;
  PROVIDER_LINKS: Readonly<Record<string, string>>;
  OUTBOUND_HOST_MAP: Readonly<Record<string, string>>;
}

/** What only functions and the making of other services use. */
interface Parts {
  table: Table;
  secrets: ReturnType<typeof secretsManager>;
  signingSecret: Secret;
  challengeSecret: Secret;
  readCredentials: () => Promise<ProviderCredentials>;
  readSealer: () => Promise<Sealer>;
  verifyAccessToken: VerifyAccessToken;
  verifyKey: VerifyKey;
  edgeKeys: EdgeKeys;
  laneQueue: QueueLanes;
}

type All = Config & Parts & Services;
/** Makes one service of others; the compiler sees to it that a function composes all that its services need. */
export type Maker<Name extends keyof All, Needs extends keyof All = never> = (services: Pick<All, Needs>) => All[Name];

type Made<Makers> = {
  readonly [Name in keyof Makers]: Makers[Name] extends (services: never) => infer Service ? Service : never;
};
type Composed<Given, Makers> = Given & Omit<Made<Makers>, keyof Given>;

/**
 * Puts the services of a function together: each is made when it is first asked for, once, of what it needs itself.
 * Makers are imported by name, so that a bundle holds those of its function and no others.
 * A service whose making asks for itself, as by a copy of all services, throws and says so.
 * @param given settings, and services that are there already; they come before makers of the same name
 */
export const createServices = <Given extends object, Makers extends object>(
  given: Given,
  makers: Makers & {
    [Name in keyof Makers]: Name extends keyof Given ? unknown : (services: Composed<Given, Makers>) => unknown;
  },
): Composed<Given, Makers> => {
  const services = { ...given } as Composed<Given, Makers>;
  const all = makers as object as Record<string, (from: Composed<Given, Makers>) => unknown>;
  for (const [name, make] of Object.entries(all)) {
    if (name in given) continue;
    let begun = false;
    const get = () => {
      if (begun) throw new Error(`The service ${name} is made of itself.`);
      begun = true;
      try {
        const value = make(services);
        Object.defineProperty(services, name, { value, enumerable: true });
        return value;
      } finally {
        begun = false;
      }
    };
    Object.defineProperty(services, name, { get, enumerable: true, configurable: true });
  }
  return services;
};
