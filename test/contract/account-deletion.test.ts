import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakesOf } from '../support/fakes.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { call, signUp } from '../support/product.ts';
import { roomySettings } from '../support/shared-local.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Belongings, freshAddress, settle, viewOf } from './world.ts';

let dataDir: string;
let run: LocalRun;
/** A second start uses the same ports, so earlier tokens and URLs stay valid. */
const start = async () => {
  const ports = (run as LocalRun | undefined) && { port: portOf(run.appUrl), invokePort: portOf(run.invokeUrl) };
  run = await startLocal({ settings: roomySettings, dataDir, ...ports });
};
const portOf = (url: string) => Number(new URL(url).port);
beforeAll(async () => {
  dataDir = temporaryFolder();
  await start();
}, 120_000);
afterAll(() => run?.stop());

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

/** The status of each request that a user could still make with the password, a token, a session and the ids. */
const remains = async ({ user, webhookUrl, webhookId, targetId, invocationId }: Belongings) => {
  const { email, password, token, cookie, userId } = user;
  return {
    login: await statusOf(call(run, 'login', { body: { email, password } })),
    refresh: await statusOf(call(run, 'refreshToken', { cookie, body: { user_id: userId } })),
    account: await statusOf(call(run, 'getUser', { id: userId, token })),
    invoke: await statusOf(fetch(webhookUrl, { method: 'POST', body: '{}' })),
    webhook: await statusOf(call(run, 'getWebhook', { id: webhookId, token })),
    target: await statusOf(call(run, 'getTarget', { id: targetId, token })),
    invocation: await statusOf(call(run, 'getInvocation', { id: invocationId, token })),
    webhooks: (await call(run, 'listWebhooks', { token })).body.length,
    targets: (await call(run, 'listTargets', { token })).body.length,
    create: await statusOf(call(run, 'createTarget', { token, body: { name: 'Ghost', type: 'mock' } })),
  };
};

const NOTHING = {
  login: 401,
  refresh: 401,
  account: 401,
  invoke: 404,
  webhook: 404,
  target: 404,
  invocation: 404,
  webhooks: 0,
  targets: 0,
};

describe('deleting an account', () => {
  it('removes every item of the account and no item of any other', async () => {
    const leaving = await settle(run);
    const staying = await settle(run);
    const before = await viewOf(staying);
    await leaving.user.api('deleteUser', { id: leaving.user.userId });
    const { create, ...left } = await remains(leaving);
    expect(left).toEqual(NOTHING);
    expect(create).toBeGreaterThanOrEqual(400);
    expect(await viewOf(staying)).toEqual(before);
  }, 60_000);

  it('is completed after a crash, and the email address can be registered again', async () => {
    const leaving = await settle(run, freshAddress());
    await Promise.all(
      Array.from({ length: 60 }, () =>
        fetch(leaving.webhookUrl, { method: 'POST', body: '{"a":1}' }).then((it) => it.text()),
      ),
    );
    const { token, userId, email } = leaving.user;
    const gone = call(run, 'deleteUser', { id: userId, token }).catch(() => undefined);
    // The profile is a tombstone as soon as no one can sign in. Everything else is still being deleted.
    while ((await statusOf(call(run, 'getUser', { id: userId, token }))) === 200);
    await run.kill9();
    await gone;

    await start();
    // A sweeper run stops at its deadline, so a slow machine may need several runs.
    for (let pass = 0; pass < 3; pass++) await fakesOf(run).advanceClock(180);
    const { create, ...left } = await remains(leaving);
    expect(left).toEqual(NOTHING);
    expect(create).toBeGreaterThanOrEqual(400);

    const successor = await signUp(run, email);
    expect(await successor.api('listWebhooks')).toEqual([]);
    expect(await successor.api('listTargets')).toEqual([]);
    expect((await successor.api('getUser', { id: successor.userId })).limits).toMatchObject({
      webhooks: 0,
      targets: 0,
    });
  }, 120_000);
});
