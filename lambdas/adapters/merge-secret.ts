import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { secretsClient } from './secrets.ts';

const parts = z.record(z.string(), z.record(z.string(), z.string()));

/** Writes values into one part of a JSON secret and keeps all others. Used by the operator's scripts. */
export const mergeSecret = async (
  arn: string,
  part: string,
  values: Readonly<Record<string, string | undefined>>,
  client = secretsClient(),
): Promise<void> => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  const { success, data = {} } = parts.safeParse(JSON.parse(SecretString || '{}'));
  if (!success) throw new Error(`The secret ${arn} is not in the expected form`);
  const merged = { ...data, [part]: { ...data[part], ...values } };
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: JSON.stringify(merged) }));
};
