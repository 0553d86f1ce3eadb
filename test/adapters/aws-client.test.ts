import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHandler, createSigner } from '../../lambdas/adapters/aws-client.ts';
import { openTable } from '../../lambdas/adapters/dynamodb/table.ts';
import { queueClient, SendMessageBatchCommand } from '../../lambdas/adapters/queue-client.ts';
import { secretsManager } from '../../lambdas/adapters/secrets.ts';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const config = (more = {}) => ({ credentials: async () => ({ ...keys, ...more }), region: async () => 'us-east-1' });
const request = (more = {}) => ({
  method: 'POST',
  protocol: 'https:',
  hostname: 'example.amazonaws.com',
  path: '/',
  headers: { host: 'example.amazonaws.com' } as Record<string, string>,
  ...more,
});
const signingDate = new Date('2015-08-30T12:36:00Z');

describe('the signature of a request to DynamoDB or SQS', () => {
  it('matches the AWS example ("post-vanilla" in the Signature Version 4 test suite)', async () => {
    const { headers } = await createSigner('service', config).sign(request(), { signingDate });
    expect(headers.authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    );
  });

  it('covers the headers that the service reads, and a role’s session token', async () => {
    const headers = {
      host: 'a',
      'X-Amz-Target': 'T',
      'content-type': 'c',
      'user-agent': 'u',
      'x-amzn-trace-id': 'other in each hop',
    };
    const signer = createSigner('dynamodb', () => config({ sessionToken: 'token' }));
    const signed = await signer.sign(request({ headers }), { signingDate });
    expect(signed.headers.authorization).toContain(
      'SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target,',
    );
    expect(signed.headers['x-amz-security-token']).toBe('token');
  });

  it('differs for each day and for each secret', async () => {
    const seen = new Set<string | undefined>();
    const credentials = vi.fn(config().credentials);
    const signer = createSigner('service', () => ({ ...config(), credentials }));
    const sign = async (at: string) =>
      seen.add((await signer.sign(request(), { signingDate: new Date(at) })).headers.authorization?.slice(-64));
    await sign('2015-08-30T12:36:00Z');
    await sign('2015-08-31T12:36:00Z');
    credentials.mockResolvedValue({ ...keys, secretAccessKey: 'rotated' });
    await sign('2015-08-30T12:36:00Z');
    expect(seen.size).toBe(3);
  });

  it.each([{ method: 'GET' }, { path: '/queue' }, { query: { a: '1' } }])(
    'is only made for POST /: %j',
    async (more) => {
      await expect(createSigner('service', config).sign(request(more))).rejects.toThrow('Only POST / can be signed');
    },
  );
});

describe('a DynamoDB request', () => {
  type Answer = { status: number; body: string } | 'break';
  const found = { status: 200, body: '{"Item":{"pk":{"S":"ä"}}}' };
  let answers: Answer[];
  let asked: { target: unknown; authorization: unknown; body: string }[];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', () => {
      const { 'x-amz-target': target, authorization } = incoming.headers;
      asked.push({ target, authorization, body });
      const answer = answers.shift() ?? found;
      if (answer === 'break') incoming.socket.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
    });
  });

  beforeEach(async () => {
    answers = [];
    asked = [];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAREADER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const read = async () =>
    (await openTable('things').client.send(new GetCommand({ TableName: 'things', Key: { pk: 'ä' } }))).Item;

  it('is signed and has the service’s format', async () => {
    expect(await read()).toEqual({ pk: 'ä' });
    expect(asked).toMatchObject([
      {
        target: 'DynamoDB_20120810.GetItem',
        authorization: expect.stringMatching(/Credential=AKIAREADER\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, /),
      },
    ]);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ TableName: 'things', Key: { pk: { S: 'ä' } } });
  });

  it('throws the service’s errors', async () => {
    answers = [{ status: 400, body: '{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"no"}' }];
    await expect(read()).rejects.toMatchObject({ name: 'AccessDeniedException', message: 'no' });
  });

  it('is sent again after a broken connection', async () => {
    answers = ['break', found];
    expect(await read()).toEqual({ pk: 'ä' });
    expect(asked.length).toBe(2);
  });
});

describe('a request to a server that connects and never responds', () => {
  let sockets: Socket[];
  let heard: PromiseWithResolvers<void>;
  const server = createSocketServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => heard.resolve());
  });

  beforeEach(async () => {
    sockets = [];
    heard = Promise.withResolvers();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const port = () => (server.address() as AddressInfo).port;
  const silent = (more = {}) => ({ ...request(), protocol: 'http:', hostname: '127.0.0.1', port: port(), ...more });
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  it.each([
    ['an answer', 'http:', 3000],
    ['a connection', 'https:', 1000],
  ])('waits for %s over %s no longer than %i ms', async (_, protocol, ms) => {
    const failed = vi.fn();
    const sending = createHandler().handle(silent({ protocol })).catch(failed);
    await heard.promise;
    await vi.advanceTimersByTimeAsync(ms - 1);
    await nextTurn();
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sending;
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'ETIMEDOUT', name: 'TimeoutError' }));
  });

  it('ends when its caller aborts it', async () => {
    const caller = new AbortController();
    const sending = createHandler().handle(silent(), { abortSignal: caller.signal });
    await heard.promise;
    caller.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => sockets[0]?.closed).toBe(true);
    const late = createHandler().handle(silent(), { abortSignal: caller.signal });
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
    expect(sockets.length).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a DynamoDB request',
      () => openTable('things').client.send(new GetCommand({ TableName: 'things', Key: { pk: 'a' } })),
    ],
    [
      'an SQS request',
      () =>
        queueClient().send(
          new SendMessageBatchCommand({ QueueUrl: 'http://localhost/1/a', Entries: [{ Id: '0', MessageBody: 'a' }] }),
        ),
    ],
    ['a read of a secret', () => secretsManager().text('arn:aws:secretsmanager:eu-central-1:1:secret:a')()],
  ])('is tried three times and then fails: %s', async (_, send) => {
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port()}`);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAREADER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    const ended = vi.fn();
    void send().then(ended, ended);
    for (let passedMs = 0; passedMs < 60_000 && ended.mock.calls.length === 0; passedMs += 100) {
      await vi.advanceTimersByTimeAsync(100);
      await nextTurn();
    }
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
    expect(sockets.length).toBe(3);
  });
});
