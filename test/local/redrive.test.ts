import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { createWebhook, eventually, signUp, type User } from '../support/product.ts';

let run: LocalRun;
let user: User;
beforeAll(async () => {
  run = await startLocal();
  user = await signUp(run);
}, 120_000);
afterAll(() => run?.stop());

/** The table as the function that accepts calls may use it. */
const tableOf = async () => {
  const environment = (await (await fetch(`${run.fakesUrl}/api/environment/invoke`)).json()) as Record<string, string>;
  const { AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, TABLE_NAME } = environment;
  const client = new DynamoDBClient({
    endpoint: AWS_ENDPOINT_URL as string,
    region: AWS_REGION as string,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID as string, secretAccessKey: AWS_SECRET_ACCESS_KEY as string },
  });
  const marshallOptions = { removeUndefinedValues: true };
  return { TableName: TABLE_NAME as string, client: DynamoDBDocumentClient.from(client, { marshallOptions }) };
};

const redrive = async (): Promise<string> => {
  const bin = join(import.meta.dirname, '../../bin/redrive.ts');
  return (await promisify(execFile)(process.execPath, [bin, '--local', run.appUrl])).stdout;
};
const advance = (advanceSeconds: number) =>
  fetch(`${run.fakesUrl}/api/clock`, { method: 'POST', body: JSON.stringify({ advanceSeconds }) });

describe('a message that crashes whoever works on it', () => {
  it('is marked with a reason, and goes out by one command once the cause is mended', async () => {
    const target = await user.api('createTarget', { body: { name: 'Ops', type: 'mock' } });
    const webhook = await createWebhook(run, user, [target.id]);
    // While its target is disabled the call waits, so that there is time to spoil what is stored of it.
    await user.api('updateTarget', { id: target.id, body: { enabled: false } });
    const called = await fetch(webhook.url, { method: 'POST', body: '{"hello":"you"}' });
    const { id } = (await called.json()) as { id: string };
    const dispatch = async () => (await user.api('listDispatches', { id }))[0];
    await eventually(async () => (await dispatch())?.error_message.includes('disabled'), 'put aside');
    const { client, TableName } = await tableOf();
    const { Item } = await client.send(new GetCommand({ TableName, Key: key.content(user.userId, id, 0) }));
    await client.send(new PutCommand({ TableName, Item: { ...Item, data: undefined } }));

    await user.api('updateTarget', { id: target.id, body: { enabled: true } });
    await eventually(async () => {
      await advance(70);
      return (await dispatch())?.error_message.includes('failed repeatedly on our side');
    }, 'marked');
    expect(await dispatch()).toMatchObject({ status: 'error' });
    expect(run.output()).toMatch(/dead-letters +dispatch buried/);

    await client.send(new PutCommand({ TableName, Item: Item as Record<string, unknown> }));
    expect(await redrive()).toBe('1 messages queued again, 0 calls are gone\n');
    await eventually(async () => {
      await advance(70);
      return (await dispatch())?.status === 'success';
    }, 'delivered');
    expect(await redrive()).toBe('0 messages queued again, 0 calls are gone\n');
  }, 60_000);
});
