import { beforeEach, describe, expect, it } from 'vitest';
import { limitStore } from '../../../lambdas/adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../../../lambdas/adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../../../lambdas/adapters/dynamodb/owner-notice-store.ts';
import { noticesCallback } from '../../../lambdas/mail/notice-choice.ts';
import { refusedNotice } from '../../../lambdas/mail/owner-notice.ts';
import { sendNotices } from '../../../lambdas/mail/send-notices.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { aTarget, movableClock } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';
import { tableStandIn } from '../../support/tables.ts';

captureLog();

const standIn = tableStandIn();

const open = async () => {
  const clock = movableClock();
  const table = await standIn.another();
  const store = ownerNoticeStore(table);
  const choices = noticeChoiceStore(table);
  const sent: { to: string; subject: string; text: string; html: string; headers?: Record<string, string> }[] = [];
  const answers: Outcome[] = [];
  const owner = { verified: true };
  const ports = {
    outbox: store,
    limitStore: limitStore(table),
    choices,
    owners: {
      get: async (userId: number) =>
        userId === 1 ? { email: 'ada@example.com', emailVerified: owner.verified } : undefined,
    },
    mail: {
      send: async (mail: (typeof sent)[number]): Promise<Outcome> => {
        sent.push(mail);
        return answers.shift() ?? { kind: 'ok' };
      },
    },
    clock,
    appUrl: 'https://app.example.com',
    keepGoing: () => true,
  };
  return { clock, store, choices, sent, answers, owner, ports };
};
let office: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  office = await open();
});

const refused = refusedNotice(aTarget({ name: 'Ops <b>' }), 'The bot was blocked. Unblock it in Telegram.');

describe('a notice to an owner', () => {
  it('is sent once, with the fix and a link, however often its cause occurs', async () => {
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

  it('waits for the next minute when the time of this one is used up', async () => {
    const { clock, store, ports } = office;
    for (const percent of [80, 100] as const) {
      const notice = { kind: 'quota', percent, limit: 25, day: '2026-11-20' } as const;
      await store.put({ userId: 1, id: `quota-2026-11-20-${percent}`, notice }, clock());
    }
    let left = 1;
    expect(await sendNotices({ ...ports, keepGoing: () => left-- > 0 })).toBe(1);
    expect(await sendNotices(ports)).toBe(1);
  });

  it('is sent again if the target was active in between', async () => {
    const { clock, store, ports } = office;
    await store.put(refused, clock());
    await sendNotices(ports);
    const later = aTarget({ updatedAt: '2026-11-21T00:00:00.000Z' });
    await store.put(refusedNotice(later, 'The bot was blocked.'), clock());
    expect(await sendNotices(ports)).toBe(1);
  });

  it('is retried later if the email cannot be sent', async () => {
    const { clock, store, sent, answers, ports } = office;
    answers.push({ kind: 'retry', code: 'provider-unavailable', reason: 'Throttled.' });
    const notice = { kind: 'quota', percent: 80, limit: 25, day: '2026-11-20' } as const;
    await store.put({ userId: 1, id: 'quota-2026-11-20-80', notice }, clock());
    expect(await sendNotices(ports)).toBe(0);
    expect(await sendNotices(ports)).toBe(0);
    expect(sent).toHaveLength(1);
    clock.advance(900);
    expect(await sendNotices(ports)).toBe(1);
    expect(sent[1]?.subject).toBe('You’ve used 80% of today’s calls');
  });

  it('is dropped if its owner was deleted', async () => {
    const { clock, store, sent, ports } = office;
    await store.put({ ...refused, userId: 2 }, clock());
    await sendNotices(ports);
    clock.advance(3600);
    await sendNotices(ports);
    expect(sent).toEqual([]);
  });
});

describe('email notices', () => {
  const refuse = (id: number, name = `Target ${id}`) =>
    office.store.put(refusedNotice(aTarget({ id, name }), 'The bot was blocked.'), office.clock());
  const minuteLater = () => {
    office.clock.advance(60);
    return sendNotices(office.ports);
  };

  it('are not sent to an unconfirmed address', async () => {
    office.owner.verified = false;
    await refuse(1);
    await office.store.put(
      { userId: 1, id: 'quota', notice: { kind: 'quota', percent: 80, limit: 25, day: '2026-11-20' } },
      office.clock(),
    );
    expect(await minuteLater()).toBe(0);
    office.clock.advance(7 * 86_400);
    expect(await minuteLater()).toBe(0);
    expect(office.sent).toEqual([]);
  });

  it('are limited to three a day about targets; further ones are combined into one email the next day', async () => {
    for (let id = 1; id <= 10; id += 1) {
      await refuse(id);
      await minuteLater();
    }
    expect(office.sent).toHaveLength(3);
    office.clock.advance(86_400);
    expect(await minuteLater()).toBe(1);
    const [, , , digestMail] = office.sent;
    expect(digestMail?.subject).toBe('7 targets stopped receiving messages');
    for (let id = 4; id <= 10; id += 1) expect(digestMail?.text).toContain(`“Target ${id}”`);
    office.clock.advance(86_400);
    expect(await minuteLater()).toBe(0);
  });

  it('are combined if several occur in the same minute, and a failed email does not count towards the limit', async () => {
    office.answers.push({ kind: 'retry', code: 'provider-unavailable', reason: 'Throttled.' });
    for (const id of [1, 2]) await refuse(id);
    expect(await minuteLater()).toBe(0);
    office.clock.advance(900);
    expect(await minuteLater()).toBe(1);
    expect(office.sent.at(-1)?.subject).toBe('2 targets stopped receiving messages');
    for (const id of [3, 4]) {
      await refuse(id);
      expect(await minuteLater()).toBe(1);
    }
  });

  it('contain no text of the account in the subject, and none of its links', async () => {
    await refuse(1, 'WIN at https://evil.example/now or www.evil.example or call@evil.example\r\nBcc: x');
    await minuteLater();
    const [mail] = office.sent;
    expect(mail?.subject).toBe('A target stopped receiving messages');
    for (const body of [mail?.text ?? '', mail?.html ?? '']) {
      expect(body).toContain('“WIN at https ://evil .example/now or www .evil .example');
      expect(body).not.toMatch(/evil\.example|@evil|https:\/\/evil/);
    }
  });
});

describe('the link that stops notices', () => {
  const firstLink = async () => {
    const { clock, store, sent, ports } = office;
    await store.put(refused, clock());
    await sendNotices(ports);
    return new URL(/https:\S+\/callbacks\/notices\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '');
  };
  const call = (link: URL, method: string, body = '') =>
    noticesCallback(
      { method, path: [], query: link.searchParams, headers: {}, cookies: {}, body: Buffer.from(body) },
      office.choices,
    );
  const nextGoesOut = async () => {
    const { clock, store, sent, ports } = office;
    const before = sent.length;
    await store.put({ ...refused, id: `another-${before}-${clock().getTime()}` }, clock());
    clock.advance(60);
    await sendNotices(ports);
    return sent.length > before;
  };

  it('is in the one-click header for email programs', async () => {
    const link = await firstLink();
    expect(office.sent[0]?.headers).toMatchObject({
      'List-Unsubscribe': `<${link.href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(office.sent[0]?.html).toContain(`href="${link.href}"`);
  });

  it('stops them with one POST, and the button on its page restarts them', async () => {
    const link = await firstLink();
    expect((await call(link, 'POST', 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await nextGoesOut()).toBe(false);
    expect((await call(link, 'GET')).body).toContain('name="again" value="yes"');
    await call(link, 'POST', 'again=yes');
    expect(await nextGoesOut()).toBe(true);
  });

  it('changes nothing if it is opened, has a wrong key or belongs to another user', async () => {
    const link = await firstLink();
    expect((await call(link, 'GET')).body).toContain('<form');
    await call(link, 'HEAD');
    for (const token of ['1.AAAA', '2.AAAA', '', '1', link.searchParams.get('t')?.replace('1.', '2.') ?? ''])
      expect((await call(new URL(`https://app.example.com/?t=${token}`), 'POST')).body).not.toContain('<form');
    expect(await nextGoesOut()).toBe(true);
  });
});
