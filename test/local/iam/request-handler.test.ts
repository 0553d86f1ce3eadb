import { createServer } from 'node:http';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTable } from '../../../lambdas/adapters/dynamodb/table.ts';
import { createSqsClient } from '../../../lib/local/events/sqs-client.ts';
import { createGate, type Gate } from '../../../lib/local/iam/gate.ts';
import { httpBackend } from '../../../lib/local/iam/http-backend.ts';
import type { Grant } from '../../../lib/local/iam/policies.ts';
import { openAwsServer } from '../../../lib/local/iam/request-handler.ts';
import { createUsageMeter, type UsageMeter } from '../../../lib/local/iam/usage-meter.ts';
import { type LoopbackServer, listenOnLoopback } from '../../../lib/local/loopback.ts';

const tableArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/things';
const grants: Grant[] = [
  { effect: 'Allow', action: 'dynamodb:GetItem', resources: [tableArn] },
  { effect: 'Allow', action: 'dynamodb:Query', resources: [tableArn] },
  { effect: 'Allow', action: 'logs:PutLogEvents', resources: ['*'] },
];

let backend: LoopbackServer;
let server: LoopbackServer;
let gate: Gate;
let usage: UsageMeter;
let received: string[] = [];
const denials: string[] = [];

const client = (accessKeyId = 'AKIALOCALREADER', secretAccessKey = 'local') => ({
  region: 'eu-central-1',
  endpoint: server.origin,
  credentials: { accessKeyId, secretAccessKey },
  maxAttempts: 1,
});
const getItem = (options = client()) =>
  new DynamoDBClient(options).send(new GetItemCommand({ TableName: 'things', Key: { pk: { S: 'a' } } }));

beforeAll(async () => {
  const table = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push(body);
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end('{"Item":{"pk":{"S":"a"}},"ConsumedCapacity":{"TableName":"things","CapacityUnits":0.5}}');
    });
  });
  backend = await listenOnLoopback(table);
  usage = createUsageMeter(new Map([['reader', grants]]), () => new Date('2026-11-20T10:00:00Z'));
  gate = createGate({
    principals: new Map([
      [
        'AKIALOCALREADER',
        {
          functionName: 'reader',
          roleArn: 'arn:aws:sts::000000000000:assumed-role/ReaderRole',
          grants,
          isPoller: false,
        },
      ],
    ]),
    catalog: {
      region: 'eu-central-1',
      account: '000000000000',
      secretArn: () => undefined,
      identityOf: () => undefined,
    },
    usage,
    onDenied: (message) => denials.push(message),
  });
  const { answer } = httpBackend(backend.origin);
  const backends = { dynamodb: answer, sqs: answer, ses: answer, secretsmanager: answer, s3: answer };
  const secretOf = (accessKeyId: string) => (accessKeyId === 'AKIALOCALREADER' ? 'local' : undefined);
  server = await openAwsServer({ gate, usage, backends, secretOf });
});
afterAll(async () => {
  await server.stop();
  await backend.stop();
});
beforeEach(() => {
  received = [];
  usage.clear();
});

describe('the IAM gate in front of the stand-ins', () => {
  it('forwards permitted requests and asks for the consumed capacity', async () => {
    expect((await getItem()).Item).toEqual({ pk: { S: 'a' } });
    expect(JSON.parse(received[0] ?? '')).toMatchObject({ TableName: 'things', ReturnConsumedCapacity: 'INDEXES' });
  });

  it('keeps the caller’s own setting for consumed capacity', async () => {
    await new DynamoDBClient(client()).send(
      new GetItemCommand({ TableName: 'things', Key: {}, ReturnConsumedCapacity: 'TOTAL' }),
    );
    expect(received[0]?.match(/ReturnConsumedCapacity/g)).toHaveLength(1);
  });

  it('rejects other requests without asking the stand-in, and names the function, action and resource', async () => {
    const put = new DynamoDBClient(client()).send(new PutItemCommand({ TableName: 'things', Item: {} }));
    await expect(put).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: arn:aws:sts::000000000000:assumed-role/ReaderRole/reader is not authorized to perform: dynamodb:PutItem on resource: ${tableArn} because no identity-based policy allows the dynamodb:PutItem action`,
    });
    expect(received).toEqual([]);
    expect(denials.at(-1)).toContain('dynamodb:PutItem');
  });

  it('rejects in each service’s format, so the SDK throws the same error as in AWS', async () => {
    const queueUrl = `${server.origin}/000000000000/lanes.fifo`;
    const sqs = new SQSClient(client()).send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'x' }));
    await expect(sqs).rejects.toMatchObject({ message: expect.stringContaining('sqs:SendMessage') });
    const secret = new SecretsManagerClient(client()).send(new GetSecretValueCommand({ SecretId: 'signing' }));
    await expect(secret).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const mail = new SESClient(client()).send(
      new SendEmailCommand({ Source: 'a@b.example', Destination: {}, Message: { Subject: { Data: '' }, Body: {} } }),
    );
    await expect(mail).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('checks calls of the machine itself, which bypass the server', async () => {
    const call = vi.fn();
    const poller = createSqsClient({ call }, 'AKIALOCALREADER', gate);
    const receive = poller.call('ReceiveMessage', { QueueUrl: 'http://localhost/000000000000/lanes.fifo' });
    await expect(receive).rejects.toThrow('is not authorized to perform: sqs:ReceiveMessage');
    expect(call).not.toHaveBeenCalled();
  });

  it('rejects an unknown caller', async () => {
    await expect(getItem(client('AKIASTRANGER'))).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
  });

  it("rejects callers without a key's secret", async () => {
    const guess = getItem(client('AKIALOCALREADER', 'guess'));
    await expect(guess).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(received).toEqual([]);
  });

  it('rejects unsigned requests, such as those from another site’s page', async () => {
    const answer = await fetch(server.origin, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.GetItem', authorization: 'Credential=AKIALOCALREADER/' },
      body: '{"TableName":"things"}',
    });
    expect(answer.status).toBe(400);
    expect(received).toEqual([]);
  });

  it('accepts requests signed by the functions’ client', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', server.origin);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIALOCALREADER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { client: own } = openTable('things');
    expect((await own.send(new GetCommand({ TableName: 'things', Key: { pk: 'ä' } }))).Item).toEqual({ pk: 'a' });
  });
});

describe('the record of requests by functions', () => {
  it('counts calls, consumed units and denials, and names unused grants', async () => {
    await getItem();
    await getItem();
    await new DynamoDBClient(client())
      .send(new PutItemCommand({ TableName: 'things', Item: {} }))
      .catch(() => undefined);
    expect(usage.report().reader).toMatchObject({
      calls: { 'dynamodb:GetItem': 2 },
      read_units: 1,
      write_units: 0,
      denied: [{ at: '2026-11-20T10:00:00.000Z', action: 'dynamodb:PutItem', resource: tableArn }],
      unused_grants: [{ action: 'dynamodb:Query', resources: [tableArn] }],
    });
  });

  it('counts a function’s waits for AWS and its log volume', async () => {
    await getItem();
    await Promise.all([getItem(), getItem()]);
    usage.logged('reader', 'ä');
    expect(usage.report().reader).toMatchObject({ round_trips: 2, log_bytes: 3 });
  });

  it('restarts when it is cleared, except for the list of used grants', async () => {
    await getItem();
    usage.clear();
    expect(usage.report().reader).toMatchObject({
      calls: {},
      denied: [],
      unused_grants: [{ action: 'dynamodb:Query' }],
    });
  });
});
