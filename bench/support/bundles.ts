import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { functionBuild } from '../../lib/build/bundle-functions.ts';
import { ensureAssembly } from '../../lib/local/build/assembly.ts';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { readDeployment } from '../../lib/local/template/deployment.ts';
import { httpEvent } from '../../test/support/http-event.ts';
import { pushBody } from './scenario.ts';

/** The reference for all functions: a handler that only uses the table's client. */
const YARDSTICK = `
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
const client = new DynamoDBClient({});
export const handler = async () => {
  await client.send(new PutItemCommand({ TableName: 'things', Item: { pk: { S: 'a' } } }));
  return { statusCode: 202 };
};`;

/** An access token with an invalid signature. To verify it, the first call reads the key from the table. */
const strangersToken = [{ alg: 'EdDSA', typ: 'at+jwt', kid: 'a'.repeat(43) }, { sub: '1' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('AAAA')
  .join('.');

/** The value of every secret in the stand-in for AWS. */
export const SECRET = '{}';
const headers = {
  origin: 'http://localhost:3000',
  'tellhook-edge-key': SECRET,
  'tellhook-viewer-address': '203.0.113.5',
};

const laneMessage = { user_id: 1, webhook_id: 2, invocation_id: 'a'.repeat(28), target_id: 3, generation: 1 };
const queueEvent = {
  Records: [
    {
      messageId: 'first',
      receiptHandle: 'first',
      body: JSON.stringify(laneMessage),
      attributes: {
        MessageGroupId: '3',
        ApproximateReceiveCount: '1',
        SentTimestamp: '1763640000000',
        ApproximateFirstReceiveTimestamp: '1763640000000',
      },
    },
  ],
};

/** The first event of each function. It leads to at least one AWS request. */
export const events: Record<string, unknown> = {
  invoke: httpEvent({ method: 'POST', path: '/x', params: { route: 'a'.repeat(32) }, body: pushBody('first') }),
  dispatcher: queueEvent,
  'dead-letters': queueEvent,
  api: httpEvent({
    method: 'GET',
    path: '/webhooks',
    headers: { ...headers, authorization: `Bearer ${strangersToken}` },
  }),
  accounts: httpEvent({
    method: 'POST',
    path: '/token/refresh',
    headers: { ...headers, 'content-type': 'application/json' },
    cookies: [`__Host-session=${'a'.repeat(43)}`],
  }),
  callbacks: httpEvent({ method: 'POST', path: '/callbacks/telegram', headers, body: {} }),
};

/** A bundle to measure, with its environment variables and its first event. */
export interface Candidate {
  name: string;
  file: string;
  event: string;
  environment: Record<string, string>;
}

/** Returns the deployed functions with their environment variables from the template. */
export const deployedFunctions = async (): Promise<Candidate[]> => {
  const folder = await ensureAssembly({ settingsPath: undefined, onBuild: () => undefined });
  const { functions } = readDeployment(readAssembly(folder));
  return functions.flatMap(({ spec }) => {
    const event = events[spec.name];
    const file = join(spec.folder, 'index.mjs');
    return event ? [{ name: spec.name, file, event: JSON.stringify(event), environment: spec.environment }] : [];
  });
};

/** Bundles the reference into one minified ES module. It is written inside the project, so its imports are found. */
export const buildYardstick = async (folder: string): Promise<Candidate> => {
  writeFileSync(join(folder, 'yardstick.ts'), YARDSTICK);
  const { splitting: _, external: __, plugins: ___, ...plain } = functionBuild;
  await build({ ...plain, write: true, entryPoints: { index: join(folder, 'yardstick.ts') }, outdir: folder });
  return { name: 'yardstick', file: join(folder, 'index.mjs'), event: '{}', environment: {} };
};
