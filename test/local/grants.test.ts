import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionReport } from '../../lib/local/iam/usage-meter.ts';
import { localAssembly, withoutGrants } from '../support/assembly.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { signUp } from '../support/product.ts';

/** One grant per function that needs any here. No missing grant hides another. */
const forgotten: [functionName: string, action: string, resource: string][] = [
  ['callbacks', 'secretsmanager:GetSecretValue', ':secret:'],
  ['sweeper', 'dynamodb:Query', ':table/'],
  ['canary', 's3:PutObject', 'status/history.json'],
  ['dead-letters', 'sqs:ReceiveMessage', ':tellhook-local-dead-letters.fifo'],
  ['dispatcher', 'dynamodb:BatchGetItem', ':table/'],
  ['invoke', 'sqs:SendMessage', ':tellhook-local-lanes.fifo'],
  ['api', 'dynamodb:DeleteItem', ':table/'],
  ['accounts', 'dynamodb:DeleteItem', ':table/'],
];

let run: LocalRun;
beforeAll(async () => {
  const assembly = withoutGrants(
    await localAssembly(),
    forgotten.map(([name, action]) => [name, action]),
  );
  run = await startLocal({ assembly });
  await everything(run);
}, 120_000);
afterAll(() => run?.stop());

/** Actions of users and providers. Each action that needs a missing grant fails. */
const everything = async ({ appUrl, fakesUrl, invokeUrl }: LocalRun): Promise<void> => {
  await fetch(`${appUrl}/api/callbacks/telegram`, { method: 'POST', body: '{}' });
  await fetch(`${fakesUrl}/api/clock`, { method: 'POST', body: '{"advanceSeconds":301}' });
  const user = await signUp(run);
  const target = await user.api('createTarget', { body: { name: 'test', type: 'mock' } });
  const webhook = { name: 'calls', target_ids: [target.id] };
  const { webhook_id: id, route } = await user.api('createWebhook', { body: { webhook } });
  // The API queues a test call, while an external call is queued by the function without the grant.
  await user.api('testWebhook', { id, body: { sample: 'order' } });
  await fetch(`${invokeUrl}/${route}`, { method: 'POST', body: 'hello' });
  const refused = await Promise.allSettled([
    user.api('deleteWebhook', { id }),
    user.api('deleteUser', { id: user.userId }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
};
const report = async (): Promise<Record<string, FunctionReport>> =>
  (await fetch(`${run.fakesUrl}/api/aws`)).json() as Promise<Record<string, FunctionReport>>;

describe('a grant that the CDK app forgot', () => {
  it.each(forgotten)(
    'fails like in AWS and names the function, action and resource: %s %s',
    async (name, action, resource) => {
      await expect
        .poll(async () => (await report())[name]?.denied)
        .toContainEqual({ at: expect.any(String), action, resource: expect.stringContaining(resource) });
      expect(run.output()).toMatch(new RegExp(`AccessDenied: .*/${name} is not authorized to perform: ${action} on`));
    },
  );
});
