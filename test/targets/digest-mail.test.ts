import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmAddress, fakesOf } from '../support/fakes.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';

const QUARTER_SECONDS = 15 * 60;

let run: LocalRun;
beforeAll(async () => {
  run = await startLocal({ settings: { plans: { free: { mail: { mailsPerDay: 1 } } } } });
}, 120_000);
afterAll(() => run?.stop());

describe("email beyond the plan's single emails", () => {
  it('is batched, put into its lane by the sweeper, and sent as one email', async () => {
    const fakes = fakesOf(run);
    // Start at a full quarter of an hour, so both messages belong to one digest.
    await fakes.advanceClock(QUARTER_SECONDS - (Math.floor(Date.now() / 1000) % QUARTER_SECONDS));
    const user = await signUp(run);
    await confirmAddress(run, user);
    const mails = async () => (await fakes.received('email')).filter(({ to }) => to === 'reader@example.org');
    const { id } = await user.api('createTarget', {
      body: { name: 'Reader', type: 'email', options: { address: 'reader@example.org' } },
    });
    const link = /\S+\/confirm\?t=\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
    await fetch(link, { method: 'POST' });
    const { url } = await createWebhook(run, user, [id]);
    const invocations: string[] = [];
    for (const text of ['first', 'second', 'third']) {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ text }) });
      invocations.push(((await response.json()) as { id: string }).id);
    }
    const notes = await eventually(async () => {
      const dispatches = (
        await Promise.all(invocations.map((each) => user.api('listDispatches', { id: each })))
      ).flat();
      return dispatches.length === 3 && dispatches.every(({ status }) => status === 'success') && dispatches;
    }, 'three dispatches');
    expect(notes.filter((dispatch) => /Combined with other messages/.test(JSON.stringify(dispatch)))).toHaveLength(2);
    expect(await mails()).toHaveLength(2);

    await fakes.advanceClock(17 * 60);
    const digest = await eventually(
      async () => (await mails()).find(({ subject }) => subject === '2 messages for Reader'),
      'the digest',
    );
    expect(digest.text).toMatch(/second[\s\S]*third/);
    expect(digest.text).not.toContain('first');
    await fakes.advanceClock(16 * 60);
    expect(await mails()).toHaveLength(3);
    expect((await fakes.aws()).dispatcher?.denied ?? []).toEqual([]);
  });
});
