import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionReport } from '../../lib/local/iam/ledger.ts';
import { type EditedAssembly, localAssembly, withoutGrants } from '../support/assembly.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { signUp } from '../support/product.ts';

let assembly: string;
let edited: EditedAssembly | undefined;
let run: LocalRun | undefined;

beforeAll(async () => {
  assembly = await localAssembly();
}, 120_000);
afterEach(async () => {
  await run?.stop();
  edited?.remove();
});

/** What people and providers do; each part needs the ones before it. */
const everything = async (product: LocalRun): Promise<void> => {
  await fetch(`${product.appUrl}/api/callbacks/telegram`, { method: 'POST', body: '{}' });
  await fetch(`${product.fakesUrl}/api/clock`, { method: 'POST', body: '{"advanceSeconds":301}' });
  const user = await signUp(product);
  const { id } = await user.api('createTarget', { body: { name: 'test', type: 'mock' } });
  const { route } = await user.api('createWebhook', { body: { webhook: { name: 'calls', target_ids: [id] } } });
  await fetch(`${product.invokeUrl}/${route}`, { method: 'POST', body: 'hello' });
};
const report = async (product: LocalRun) =>
  (await (await fetch(`${product.fakesUrl}/api/aws`)).json()) as Record<string, FunctionReport>;

type Forgotten = [functionName: string, action: string, resource: string];

/** Those of one run do not keep each other from being needed. */
const runs: Forgotten[][] = [
  [
    ['api', 'dynamodb:PutItem', ':table/'],
    ['sweeper', 'dynamodb:Query', ':table/'],
    ['callbacks', 'secretsmanager:GetSecretValue', ':secret:'],
    ['canary', 'dynamodb:PutItem', ':table/'],
  ],
  [
    ['invoke', 'sqs:SendMessage', ':tellhook-local-lanes.fifo'],
    ['dead-letters', 'sqs:ReceiveMessage', ':tellhook-local-dead-letters.fifo'],
  ],
  [['dispatcher', 'dynamodb:BatchGetItem', ':table/']],
  [['accounts', 'dynamodb:PutItem', ':table/']],
];

describe('grants that the CDK app forgot', () => {
  it.each(runs.map((forgotten) => [forgotten.map(String).join('; '), forgotten] as const))(
    'fail here as in AWS, naming function, action and resource: %s',
    async (_, forgotten) => {
      edited = withoutGrants(
        assembly,
        forgotten.map(([name, action]) => [name, action]),
      );
      const product = await startLocal({ assembly: edited.path });
      run = product;
      // Whatever needs a missing grant fails, and with it what comes after.
      await everything(product).catch(() => undefined);
      for (const [name, action, resource] of forgotten) {
        await expect
          .poll(async () => (await report(product))[name]?.denied, { timeout: 10_000 })
          .toContainEqual({ at: expect.any(String), action, resource: expect.stringContaining(resource) });
        expect(product.output()).toMatch(
          new RegExp(`AccessDenied: .*/${name} is not authorized to perform: ${action} on`),
        );
      }
    },
    60_000,
  );
});
