import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installAwsChannel } from '../../../lib/local/functions/aws-channel.ts';
import type { AwsRequest } from '../../../lib/local/functions/protocol.ts';
import type { WireAnswer } from '../../../lib/local/iam/door.ts';

const overHttp: string[] = [];
const server = createServer((request, response) => {
  overHttp.push(request.headers.authorization ?? '');
  request.resume().on('end', () => response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}'));
});

beforeEach(async () => {
  overHttp.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIALOCALAPI');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(globalThis, Symbol.for('tellhook.aws-client'));
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

/** How a freshly loaded function reads from its table. */
const read = async (): Promise<unknown> => {
  const { openTable } = await import('../../../lambdas/adapters/dynamodb/table.ts');
  return (await openTable('things').client.send(new GetCommand({ TableName: 'things', Key: { pk: 'ä' } }))).Item;
};

describe('a function whose runner answers for AWS', () => {
  /** A runner that gives these answers, one after the other. @returns what it was asked */
  const install = (...answers: (WireAnswer | undefined)[]): AwsRequest[] => {
    const asked: AwsRequest[] = [];
    const answered = installAwsChannel((request) => {
      asked.push(request);
      const answer = answers.shift();
      setImmediate(() => answered({ kind: 'aws', id: request.id, ...(answer && { answer }) }));
    });
    return asked;
  };
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  const found = { status: 200, headers, body: '{"Item":{"pk":{"S":"ä"}}}' };

  it('asks it, in the words of the service', async () => {
    const asked = install(found);
    expect(await read()).toEqual({ pk: 'ä' });
    expect(asked.map(({ target }) => target)).toEqual(['DynamoDB_20120810.GetItem']);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ TableName: 'things', Key: { pk: { S: 'ä' } } });
    expect(overHttp).toEqual([]);
  });

  it('raises the errors of the service', async () => {
    install({
      status: 400,
      headers,
      body: '{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"no"}',
    });
    await expect(read()).rejects.toMatchObject({ name: 'AccessDeniedException', message: 'no' });
  });

  it('asks again when there was no answer', async () => {
    const asked = install(undefined, found);
    expect(await read()).toEqual({ pk: 'ä' });
    expect(asked.length).toBe(2);
  });
});

it('lets a function sign its requests and send them over HTTP everywhere else', async () => {
  await read();
  expect(overHttp).toEqual([expect.stringMatching(/Credential=AKIALOCALAPI\/.*Signature=[0-9a-f]{64}$/)]);
});
