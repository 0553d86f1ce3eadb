import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../data-directory.ts';
import type { Backend } from '../iam/request-handler.ts';
import type { WireAnswer } from '../iam/wire.ts';
import type { SecretSpec } from '../template/read-data.ts';

/** The Secrets Manager stand-in. It supports GetSecretValue over JSON 1.1. The template describes the values. */
export interface SecretsStandIn {
  answer: Backend;
  /** ARN of the secret with this name or ARN. */
  arnOf(nameOrArn: string): string | undefined;
  valueOf(arn: string): string | undefined;
  /** Sets a value, as the operator of a deployed stage would. */
  put(arn: string, value: string): void;
}

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const initialValue = ({ initial }: SecretSpec): string =>
  'value' in initial
    ? initial.value
    : Array.from({ length: initial.passwordLength }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** Keeps the values in a file in `dataDir` that only its owner can read; null stores nothing. */
export const createSecretsStandIn = (specs: SecretSpec[], dataDir: string | null): SecretsStandIn => {
  const path = dataDir && join(dataDir, 'secrets.json');
  const kept = path && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
  const values = new Map(specs.map((spec) => [spec.arn, kept[spec.arn] ?? initialValue(spec)]));
  /** The previous values, which are kept only during this run. */
  const previous = new Map<string, string>();
  const save = () => {
    if (path) replaceFile(path, Object.fromEntries(values));
  };
  save();

  const arnOf = (nameOrArn: string) =>
    specs.find(({ name, arn }) => nameOrArn === arn || nameOrArn === name || arn.startsWith(`${nameOrArn}-`))?.arn;

  const json = (status: number, content: Record<string, unknown>): WireAnswer => ({
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify(content),
  });

  return {
    arnOf,
    valueOf: (arn) => values.get(arn),
    put: (arn, value) => {
      previous.set(arn, values.get(arn) ?? '');
      values.set(arn, value);
      save();
    },
    answer: async ({ target, body }) => {
      const operation = String(target).split('.')[1];
      if (operation !== 'GetSecretValue') {
        return json(400, { __type: 'InvalidRequestException', message: `${operation} is not supported.` });
      }
      const { SecretId, VersionStage = 'AWSCURRENT' } = JSON.parse(body) as {
        SecretId: string;
        VersionStage?: string;
      };
      const arn = arnOf(SecretId);
      const value = arn && (VersionStage === 'AWSPREVIOUS' ? previous : values).get(arn);
      if (value === undefined) {
        const message = "Secrets Manager can't find the specified secret.";
        return json(400, { __type: 'ResourceNotFoundException', message });
      }
      return json(200, {
        ARN: arn,
        Name: specs.find((spec) => spec.arn === arn)?.name,
        SecretString: value,
        VersionId: randomUUID(),
        VersionStages: [VersionStage],
        CreatedDate: Math.floor(Date.now() / 1000),
      });
    },
  };
};
