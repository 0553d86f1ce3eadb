import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod';
import { type Clock, systemClock } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { LIMITS_MS } from './aws-client.ts';

/** Reads the current value of a secret, usually from a cache. */
export type Secret<Value = string> = () => Promise<Value>;

/** Milliseconds after which a process checks for a newer value. */
const FRESH_MS = 5 * 60_000;

/** Caches a value and refreshes it when it is old. While the store is unavailable, the old value stays in use. */
const cached = <Value>(fetch: () => Promise<Value>, clock: Clock): Secret<Value> => {
  let known: { value: Value; at: number } | undefined;
  let underWay: Promise<Value> | undefined;
  const load = async (): Promise<Value> => {
    try {
      const value = await fetch();
      known = { value, at: clock().getTime() };
      return value;
    } catch (error) {
      if (!known) throw error;
      log.warn('secret not refreshed', {}, error);
      return known.value;
    } finally {
      underWay = undefined;
    }
  };
  return async () => {
    if (known && clock().getTime() - known.at < FRESH_MS) return known.value;
    underWay ??= load();
    return underWay;
  };
};

/** Creates a client with the same timeouts as the table's. */
export const secretsClient = (): SecretsManagerClient =>
  new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: LIMITS_MS.connection,
      requestTimeout: LIMITS_MS.answer,
      throwOnRequestTimeout: true,
    },
  });

/** Reads secrets of Secrets Manager by their ARN. Nothing is read before the first use. */
export const secretsManager = (clock: Clock = systemClock, given?: SecretsManagerClient) => {
  let client = given;
  const read = async (arn: string, VersionStage?: 'AWSPREVIOUS'): Promise<string> => {
    client ??= secretsClient();
    const { SecretString } = await client.send(
      new GetSecretValueCommand({ SecretId: arn, ...(VersionStage && { VersionStage }) }),
    );
    if (!SecretString) throw new Error(`The secret ${arn} has no text`);
    return SecretString;
  };
  return {
    /** A secret of plain text. */
    text: (arn: string): Secret => cached(() => read(arn), clock),
    /**
     * A plain-text secret with its previous value ('' if none), for values that cannot change everywhere at the same
     * time.
     */
    versions: (arn: string): Secret<{ current: string; previous: Secret }> => {
      const current = cached(() => read(arn), clock);
      const previous = cached(
        () =>
          read(arn, 'AWSPREVIOUS').catch((error: unknown) => {
            if (error instanceof ResourceNotFoundException) return '';
            throw error;
          }),
        clock,
      );
      return async () => ({ current: await current(), previous });
    },
    /** A secret with a JSON document. The error about an invalid one never quotes it. */
    json: <Schema extends z.ZodType>(arn: string, schema: Schema): Secret<z.output<Schema>> =>
      cached(async () => {
        const text = await read(arn);
        try {
          return schema.parse(JSON.parse(text));
        } catch {
          throw new Error(`The secret ${arn} is not in the expected form`);
        }
      }, clock),
  };
};
