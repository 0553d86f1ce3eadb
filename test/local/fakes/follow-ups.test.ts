import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../../integrations/targets/examples.gen.ts';
import { targetKinds } from '../../../integrations/targets/kinds.gen.ts';
import type { FollowUp } from '../../../lambdas/model/matter.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import type { Changes } from '../../../lib/local/fakes/wire.ts';
import { everyKind } from './every-kind.ts';
import { type Playground, startPlayground } from './support.ts';

let playground: Playground;
let all: Awaited<ReturnType<typeof everyKind>>;
beforeAll(async () => {
  playground = await startPlayground();
  all = await everyKind(playground);
});
afterAll(async () => {
  all.stop();
  await playground.stop();
});

const rich = (title: string): RichMessage => ({
  title: [{ text: title }],
  severity: 'warning',
  blocks: [{ kind: 'paragraph', runs: [{ text: 'CPU is at ' }, { text: '97 %', bold: true }] }],
});
// Mailboxes, which have no length limit, have no conversation at their fake. The kind’s own test covers them.
const kinds = targetKinds.filter(({ follows = [], limit }) => limit && follows.some((each) => each !== 'data'));
const ways = kinds.flatMap(({ slug, follows = [] }) => follows.map((how) => [how as FollowUp, slug] as const));

/** A provider's messages, as its conversation shows them. */
const shown = async (slug: string) =>
  (await playground.api<Changes>('GET', 'changes')).entries.flatMap(({ provider, message, bubble }) =>
    provider === slug && message && bubble ? [message] : [],
  );

describe('a follow-up', () => {
  it.each(ways)('as an %s is accepted by %s, for plain and rich messages, also a second time', async (how, slug) => {
    for (const [first, later] of [
      ['CPU high', 'CPU still high'],
      [rich('CPU high'), rich('CPU still high')],
    ] as const) {
      const [sent] = await all.deliver(slug, first);
      if (sent?.kind !== 'ok' || !sent.ref) throw new Error(`no id: ${JSON.stringify(sent)}`);
      expect(sent.ref.length).toBeLessThanOrEqual(300);
      for (let times = 0; times < 2; times++)
        expect(await all.follow(slug, later, { ref: sent.ref, how })).toMatchObject({ kind: 'ok' });
      const last = (await shown(slug)).at(-1);
      expect(last).toMatchObject(how === 'update' ? { isEdit: true } : { repliesTo: expect.any(String) });
    }
  });

  const losing = ways.filter(([, slug]) => !examples[slug]?.followsForgotten);
  it.each(losing)('as an %s is lost if %s no longer has the message', async (how, slug) => {
    const [sent] = await all.deliver(slug, 'CPU high');
    const ref = sent?.kind === 'ok' ? (sent.ref ?? '') : '';
    await playground.api('POST', `${slug}/forget`, { chatId: 4242, id: await all.threadOf(slug) });
    expect(await all.follow(slug, 'CPU still high', { ref, how })).toEqual({ kind: 'lost', why: 'gone' });
  });
});
