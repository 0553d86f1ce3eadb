import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installPlainSigner } from '../../../lib/local/functions/plain-signer.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers.authorization ?? '');
  request.resume().on('end', () => response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}'));
});

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIALOCALAPI');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(globalThis, Symbol.for('tellhook.request-signer'));
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

/** The authorization with which a freshly loaded function reads from its table. */
const authorization = async (): Promise<string | undefined> => {
  const { openTable } = await import('../../../lambdas/adapters/dynamodb/table.ts');
  await openTable('things').client.send(new GetCommand({ TableName: 'things', Key: { pk: 'a' } }));
  return asked.at(-1);
};

it('lets a function name its key without a signature where whoever loads it says so', async () => {
  installPlainSigner('AKIALOCALAPI');
  expect(await authorization()).toMatch(/Credential=AKIALOCALAPI\/.*Signature=0$/);
});

it('lets a function sign its requests everywhere else', async () => {
  expect(await authorization()).toMatch(/Credential=AKIALOCALAPI\/.*Signature=[0-9a-f]{64}$/);
});
