import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAssembly, withVariable } from '../support/assembly.ts';
import { confirmAddress, fakesOf } from '../support/fakes.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';

let run: LocalRun;
beforeAll(async () => {
  const plans = (text: string) =>
    text
      .replace('"maxInvocationsPerDay":25,', '"maxInvocationsPerDay":100,')
      .replace('"mailsPerDay":100', '"mailsPerDay":1');
  run = await startLocal({ assembly: withVariable(await localAssembly(), 'PLANS', plans) });
}, 120_000);
afterAll(() => run?.stop());

let aheadSeconds = 0;
const advance = async (seconds: number) => {
  aheadSeconds += seconds;
  await fakesOf(run).advanceClock(seconds);
};
/** Moves the clock to the next multiple of a time, so all messages of a test belong to one digest. */
const startAtFull = (seconds: number) => advance(seconds - ((Math.floor(Date.now() / 1000) + aheadSeconds) % seconds));

/** Calls a webhook, then waits until each message is decided. A target's messages are decided in order. */
const callAll = async (user: Awaited<ReturnType<typeof signUp>>, url: string, texts: string[]) => {
  const invocations: string[] = [];
  for (const text of texts) {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ text }) });
    invocations.push(((await response.json()) as { id: string }).id);
  }
  const dispatchesOf = (id = '') => user.api('listDispatches', { id });
  await eventually(
    async () => (await dispatchesOf(invocations.at(-1)))[0]?.status === 'success',
    'the last dispatch',
    40_000,
  );
  return (await Promise.all(invocations.map(dispatchesOf))).flat();
};

describe('a storm of calls', () => {
  it('is five messages and one digest, which links to the list of calls', async () => {
    const fakes = fakesOf(run);
    await startAtFull(10 * 60);
    const user = await signUp(run);
    const { url: hook } = await fakes.act<{ url: string }>('discord/webhook', { channel: 'alerts' });
    const chat = await user.api('createTarget', { body: { name: 'Guild', type: 'discord', options: { url: hook } } });
    const settings = { name: 'Deploys', digest: { after: 5, within_seconds: 600 } };
    const { id, url } = await createWebhook(run, user, [chat.id], settings);
    const texts = Array.from({ length: 20 }, (_, number) => `Deploy of app ${number % 8} has finished`);
    const dispatches = await callAll(user, url, texts);
    expect(dispatches.filter(({ how }) => how === 'digest')).toHaveLength(15);
    expect(await fakes.received('discord')).toHaveLength(5);

    await advance(11 * 60);
    const digest = await eventually(async () => (await fakes.received('discord'))[5]?.body, 'the digest');
    expect(digest).toContain('15 more messages from Deploys');
    expect(digest).toContain(`/webhooks/${id}`);
    await advance(11 * 60);
    expect(await fakes.received('discord')).toHaveLength(6);
    expect((await fakes.aws()).dispatcher?.denied ?? []).toEqual([]);
  }, 90_000);
});

describe("email beyond the plan's single emails", () => {
  it('is batched, put into its lane by the sweeper, and sent as one email', async () => {
    const fakes = fakesOf(run);
    await startAtFull(15 * 60);
    const user = await signUp(run);
    await confirmAddress(run, user);
    const mails = async () => (await fakes.received('email')).filter(({ to }) => to === 'reader@example.org');
    const { id } = await user.api('createTarget', {
      body: { name: 'Reader', type: 'email', options: { address: 'reader@example.org' } },
    });
    const link = /\S+\/confirm\?t=\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
    await fetch(link, { method: 'POST' });
    const { url } = await createWebhook(run, user, [id]);
    const notes = await callAll(user, url, ['first', 'second', 'third']);
    expect(notes.filter((dispatch) => /Combined with other messages/.test(JSON.stringify(dispatch)))).toHaveLength(2);
    expect(await mails()).toHaveLength(2);

    await advance(17 * 60);
    const digest = await eventually(
      async () => (await mails()).find(({ subject }) => subject === '2 messages for Reader'),
      'the digest',
    );
    expect(digest.text).toMatch(/second[\s\S]*third/);
    expect(digest.text).not.toContain('first');
    await advance(16 * 60);
    expect(await mails()).toHaveLength(3);
    expect((await fakes.aws()).dispatcher?.denied ?? []).toEqual([]);
  });
});
