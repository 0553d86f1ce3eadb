import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import handshakes from '../fixtures/handshakes.json' with { type: 'json' };
import { localAssembly, withVariable } from '../support/assembly.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';

type Handshake = (typeof handshakes)[number];

let run: LocalRun;
/** Paths that were requested from the SNS stand-in. */
const confirmed: string[] = [];
const sns = createServer((request, response) => {
  confirmed.push(request.url ?? '');
  response.end('<ConfirmSubscriptionResponse/>');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => sns.listen(0, '127.0.0.1', resolve));
  const { port } = sns.address() as AddressInfo;
  const hosts = (map: string) =>
    JSON.stringify({ ...JSON.parse(map), 'sns.us-west-2.amazonaws.com': `http://127.0.0.1:${port}` });
  run = await startLocal({ assembly: withVariable(await localAssembly(), 'OUTBOUND_HOST_MAP', hosts) });
}, 120_000);
afterAll(async () => {
  await run?.stop();
  sns.close();
});

/** The table with the permissions of the function that accepts calls. */
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

describe('a message that crashes its worker', () => {
  it('is marked with a reason, and is sent by one command after the cause is fixed', async () => {
    const user = await signUp(run);
    const target = await user.api('createTarget', { body: { name: 'Ops', type: 'mock' } });
    const webhook = await createWebhook(run, user, [target.id]);
    // With its target disabled, the call waits, so there is time to damage its stored data.
    await user.api('updateTarget', { id: target.id, body: { enabled: false } });
    const called = await fetch(webhook.url, { method: 'POST', body: '{"hello":"you"}' });
    const { id } = (await called.json()) as { id: string };
    const dispatch = async () => (await user.api('listDispatches', { id }))[0];
    await eventually(async () => (await dispatch())?.error_code === 'target-disabled', 'it waits');
    const { client, TableName } = await tableOf();
    const { Item } = await client.send(new GetCommand({ TableName, Key: key.content(user.userId, id, 0) }));
    await client.send(new PutCommand({ TableName, Item: { ...Item, data: undefined } }));

    await user.api('updateTarget', { id: target.id, body: { enabled: true } });
    await eventually(async () => {
      await advance(70);
      return (await dispatch())?.error_code === 'processing-failed';
    }, 'marked');
    expect(await dispatch()).toMatchObject({ status: 'error' });
    expect(run.output()).toMatch(/dead-letters +dispatch dead-lettered/);

    await client.send(new PutCommand({ TableName, Item: Item as Record<string, unknown> }));
    expect(await redrive()).toBe('1 messages queued again, 0 calls are gone\n');
    await eventually(async () => {
      await advance(70);
      return (await dispatch())?.status === 'success';
    }, 'delivered');
    expect(await redrive()).toBe('0 messages queued again, 0 calls are gone\n');
  }, 60_000);
});

describe('a webhook that answers URL verification', () => {
  const webhookOf = async (answers: boolean) => {
    const owner = await signUp(run);
    const target = await owner.api('createTarget', { body: { name: 'Ops', type: 'mock' } });
    const webhook = await createWebhook(run, owner, [target.id], {
      intake: { answer_handshakes: answers, verify_token: 'fixture-verify-token' },
    });
    return { ...webhook, owner };
  };
  const shake = async (url: string, event: string) => {
    const { method, query, headers, body } = handshakes.find((each) => each.event === event) as Handshake;
    const answer = await fetch(query ? `${url}?${query}` : url, { method, headers, ...(body && { body }) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('answers each request as its sender requires, and counts none as a call', async () => {
    const { id, url, owner } = await webhookOf(true);
    const slack = await shake(url, 'slack.url_verification');
    expect(slack).toMatchObject({ status: 200, text: 'challenge-value' });
    expect(slack.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(slack.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await shake(url, 'meta.hub-challenge')).toMatchObject({ status: 200, text: '1158201444' });
    const cloudEvents = await shake(url, 'cloudevents.abuse-protection');
    expect(cloudEvents.status).toBe(200);
    expect(cloudEvents.headers.get('webhook-allowed-origin')).toBe('eventemitter.example.com');
    expect(cloudEvents.headers.get('webhook-allowed-rate')).toBe('120');
    expect((await shake(url, 'aws-sns.SubscriptionConfirmation')).status).toBe(200);
    expect(confirmed).toEqual(['/?Action=ConfirmSubscription&TopicArn=...']);
    expect(await owner.api('listInvocations', { id })).toEqual([]);
  });

  it('answers a limited number of requests an hour', async () => {
    const { url } = await webhookOf(true);
    const answers: number[] = [];
    for (let count = 0; count < 31; count++) answers.push((await shake(url, 'slack.url_verification')).status);
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(answers[30]).toBe(429);
    expect((await fetch(url, { method: 'POST', body: '{"hello":"you"}' })).status).toBe(202);
  });

  it('treats them as calls while URL verification is off', async () => {
    const { id, url, owner } = await webhookOf(false);
    expect((await shake(url, 'slack.url_verification')).status).toBe(202);
    expect(await owner.api('listInvocations', { id })).toHaveLength(1);
    expect(confirmed).toHaveLength(1);
  });
});
