import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownerNoticeStore } from '../../lambdas/adapters/dynamodb/owner-notice-store.ts';
import { refusedNotice } from '../../lambdas/notices/owner-notice.ts';
import { sendNotices } from '../../lambdas/notices/send-notices.ts';
import type { Outcome } from '../../lambdas/targets/outcome.ts';
import { startTable, type TestTable } from '../support/dynamodb.ts';
import { aTarget, movableClock } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';

captureLog();

let standIn: TestTable;
beforeAll(async () => {
  standIn = await startTable();
});
afterAll(() => standIn.stop());

const open = async () => {
  const clock = movableClock();
  const store = ownerNoticeStore(await standIn.another());
  const sent: { to: string; subject: string; text: string; html: string }[] = [];
  const answers: Outcome[] = [];
  const ports = {
    notices: store,
    accounts: { get: async (userId: number) => (userId === 1 ? { email: 'ada@example.com' } : undefined) },
    mail: {
      send: async (mail: (typeof sent)[number]): Promise<Outcome> => {
        sent.push(mail);
        return answers.shift() ?? { kind: 'ok' };
      },
    },
    clock,
    appUrl: 'https://app.example.com',
  };
  return { clock, store, sent, answers, ports };
};
let office: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  office = await open();
});

const refused = refusedNotice(aTarget({ name: 'Ops <b>' }), 'The bot was blocked. Unblock it in Telegram.');

describe('a notice for an owner', () => {
  it('is mailed once, with the fix and a link, however often it comes up', async () => {
    const { clock, store, sent, ports } = office;
    await store.put(refused, clock());
    await store.put(refused, clock());
    expect(await sendNotices(ports)).toBe(1);
    expect(sent[0]).toMatchObject({ to: 'ada@example.com' });
    expect(sent[0]?.text).toContain('Unblock it in Telegram.');
    expect(sent[0]?.text).toContain('https://app.example.com/targets/21');
    expect(sent[0]?.html).not.toContain('<b>');
    clock.advance(3600);
    await store.put(refused, clock());
    expect(await sendNotices(ports)).toBe(0);
  });

  it('comes again when the target was active again in between', async () => {
    const { clock, store, ports } = office;
    await store.put(refused, clock());
    await sendNotices(ports);
    const later = aTarget({ updatedAt: '2026-11-21T00:00:00.000Z' });
    await store.put(refusedNotice(later, 'The bot was blocked.'), clock());
    expect(await sendNotices(ports)).toBe(1);
  });

  it('is tried again when the mail does not go out, and not at once', async () => {
    const { clock, store, sent, answers, ports } = office;
    answers.push({ kind: 'retry', reason: 'Throttled.' });
    const notice = { kind: 'quota', percent: 80, limit: 25, day: '2026-11-20' } as const;
    await store.put({ userId: 1, id: 'quota-2026-11-20-80', notice }, clock());
    expect(await sendNotices(ports)).toBe(0);
    expect(await sendNotices(ports)).toBe(0);
    expect(sent).toHaveLength(1);
    clock.advance(900);
    expect(await sendNotices(ports)).toBe(1);
    expect(sent[1]?.subject).toBe('80 % of today’s calls are used');
  });

  it('is dropped when its owner is gone', async () => {
    const { clock, store, sent, ports } = office;
    await store.put({ ...refused, userId: 2 }, clock());
    await sendNotices(ports);
    clock.advance(3600);
    await sendNotices(ports);
    expect(sent).toEqual([]);
  });
});
