import { expect, it } from 'vitest';
import type { OutboundMail } from '../../../lambdas/model/message.ts';
import type { DeliverContext } from '../../../lambdas/targets/target-kind.ts';
import { driver } from './driver.ts';

type Mail = Parameters<OutboundMail['send']>[0];

const target = {
  id: 21,
  userId: 1,
  name: 'Ops',
  status: 'active' as const,
  options: { address: 'ops@example.com' },
  secrets: { unsubscribeKey: 'k'.repeat(32) },
};
const world = () => {
  const mails: Mail[] = [];
  const mail = {
    send: async (sent: Mail) => ({ kind: 'ok' as const, ...(void mails.push(sent) as unknown as object) }),
  };
  const context = { mail, appUrl: 'https://app.example.com' } as unknown as DeliverContext;
  return { mails, context };
};
const message = (id: string, text: string, follows?: { ref: string | undefined; key: string }) => ({
  ...{ id, text, part: 1, parts: 1, webhookName: 'Alerts', link: '' },
  ...(follows && { follows }),
});
const key = 'web-3';

it('shows emails about one matter as one conversation, under the first subject', async () => {
  const { mails, context } = world();
  const first = await driver.deliver(message('a.1', 'CPU high', { ref: undefined, key }), target, context);
  const ref = first.kind === 'ok' ? (first.ref ?? '') : '';
  expect(ref.length).toBeLessThanOrEqual(300);
  await driver.follow?.(message('b.1', 'CPU fine'), { ref, how: 'reply' }, target, context);
  const root = '<matter-a.1@app.example.com>';
  expect(mails.map(({ subject, headers = {} }) => [subject, headers.References, headers['In-Reply-To']])).toEqual([
    ['Alerts: CPU high', root, root],
    ['Re: Alerts: CPU high', root, root],
  ]);
  expect(mails[1]?.text).toContain('CPU fine');
});

it('sends ordinary messages without a conversation', async () => {
  const { mails, context } = world();
  expect(await driver.deliver(message('a.1', 'CPU high'), target, context)).toEqual({ kind: 'ok' });
  expect(mails[0]?.headers).not.toHaveProperty('References');
});

it('cannot continue an unknown conversation', async () => {
  const { context } = world();
  const lost = await driver.follow?.(message('b.1', 'CPU fine'), { ref: 'unknown', how: 'reply' }, target, context);
  expect(lost).toEqual({ kind: 'lost', why: 'gone' });
});
