import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { secretsManager } from '../../lambdas/adapters/secrets.ts';
import { captureLog } from '../support/log.ts';

captureLog();
const manager = mockClient(SecretsManagerClient);
let now = new Date('2026-03-01T12:00:00Z');
const secrets = secretsManager(() => now, new SecretsManagerClient({ region: 'eu-central-1' }));
const reads = () => manager.commandCalls(GetSecretValueCommand).length;
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

afterAll(() => manager.restore());
beforeEach(() => {
  manager.reset();
  manager.on(GetSecretValueCommand).resolves({ SecretString: 'first' });
});

describe('a secret', () => {
  it('is read on first use and then reused', async () => {
    const secret = secrets.text('arn:one');
    expect(reads()).toBe(0);
    expect(await Promise.all([secret(), secret(), secret()])).toEqual(['first', 'first', 'first']);
    expect(await secret()).toBe('first');
    expect(reads()).toBe(1);
  });

  it('is read again after five minutes', async () => {
    const secret = secrets.text('arn:one');
    await secret();
    manager.on(GetSecretValueCommand).resolves({ SecretString: 'second' });
    pass(4);
    expect(await secret()).toBe('first');
    pass(1);
    expect(await secret()).toBe('second');
  });

  it('keeps its value while the store is unreachable', async () => {
    const secret = secrets.text('arn:one');
    await secret();
    manager.on(GetSecretValueCommand).rejects(new Error('no network'));
    pass(60);
    expect(await secret()).toBe('first');
  });

  it('causes an error if its first read fails, and is read again on the next use', async () => {
    const secret = secrets.text('arn:one');
    manager.on(GetSecretValueCommand).rejects(new Error('no network'));
    await expect(secret()).rejects.toThrow('no network');
    manager.on(GetSecretValueCommand).resolves({ SecretString: 'first' });
    expect(await secret()).toBe('first');
  });

  it('can be read with its previous value, which is read only once and only on request', async () => {
    manager.on(GetSecretValueCommand, { VersionStage: 'AWSPREVIOUS' }).resolves({ SecretString: 'zeroth' });
    const secret = secrets.versions('arn:one');
    const { current, previous } = await secret();
    expect([current, reads()]).toEqual(['first', 1]);
    expect([await previous(), await previous(), reads()]).toEqual(['zeroth', 'zeroth', 2]);
  });

  it('has an empty previous value if it never changed, and nothing equals that value', async () => {
    const none = new ResourceNotFoundException({ message: 'no such version', $metadata: {} });
    manager.on(GetSecretValueCommand, { VersionStage: 'AWSPREVIOUS' }).rejects(none);
    const { previous } = await secrets.versions('arn:one')();
    expect([await previous(), await previous(), reads()]).toEqual(['', '', 2]);
  });

  it('is parsed if it is JSON, and never quoted if the JSON is invalid', async () => {
    const secret = secrets.json('arn:one', z.object({ token: z.string() }));
    manager.on(GetSecretValueCommand).resolves({ SecretString: '{"token":"abc"}' });
    expect(await secret()).toEqual({ token: 'abc' });
    const wrong = secrets.json('arn:two', z.object({ token: z.number() }));
    await expect(wrong()).rejects.toThrow(/^The secret arn:two is not in the expected form$/);
  });
});
