import { beforeEach, describe, expect, it } from 'vitest';
import { limitStore } from '../../../lambdas/adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../../../lambdas/adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../../../lambdas/adapters/dynamodb/owner-notice-store.ts';
import { dropNoticeTarget, noticesCallback } from '../../../lambdas/mail/notice-choice.ts';
import { failedNotice, type PendingNotice, pausedNotice, refusedNotice } from '../../../lambdas/mail/owner-notice.ts';
import { sendNotices } from '../../../lambdas/mail/send-notices.ts';
import type { NoticeMessage } from '../../../lambdas/model/lane-message.ts';
import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { sendNotice } from '../../../lambdas/targets/send-notice.ts';
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
  const sent: {
    id: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
  }[] = [];
  const answers: Outcome[] = [];
  const owner = { verified: true };
  const targets: Target[] = [];
  const queued: NoticeMessage[] = [];
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
    targets: {
      list: async () => targets,
      get: async (_: number, id: number) => targets.find((each) => each.id === id),
    },
    laneQueue: { send: async (messages: NoticeMessage[]) => void queued.push(...messages) },
    clock,
    appUrl: 'https://app.example.com',
    keepGoing: () => true,
  };
  /** Delivers queued notices like the dispatcher. `answer` is the provider's. */
  const deliverQueued = async (answer: Delivery = { kind: 'ok' }) => {
    const messages: Message[] = [];
    for (const notice of queued.splice(0))
      await sendNotice(notice, {
        ...ports,
        sender: {
          limitOf: () => undefined,
          send: async (message) => {
            messages.push(message);
            return answer;
          },
        },
        effects: {
          apply: async ({ id }, { kind }) => {
            if (kind === 'fail_target')
              Object.assign(targets.find((each) => each.id === id) ?? {}, { status: 'inactive' });
          },
        },
      });
    return messages;
  };
  return { clock, store, choices, sent, answers, owner, ports, targets, queued, deliverQueued };
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

  it('is sent at most once in six hours about the same target', async () => {
    const { clock, store, sent, ports } = office;
    const refuse = async (seconds: number) => {
      clock.advance(seconds);
      await store.put(refused, clock());
      return sendNotices(ports);
    };
    expect(await refuse(0)).toBe(1);
    expect(await refuse(6 * 3600 - 1)).toBe(0);
    expect(await refuse(1)).toBe(1);
    expect(await refuse(3600)).toBe(0);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
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

describe('notices to targets', () => {
  const quota: PendingNotice = {
    ...{ userId: 1, id: 'quota-2026-11-20-80' },
    notice: { kind: 'quota', percent: 80, limit: 25, day: '2026-11-20' },
  };
  const choose = async (choice: { email: 'always' | 'fallback' | 'never'; targetIds: number[] }) => {
    for (const id of choice.targetIds) office.targets.push(aTarget({ id, name: `Chat ${id}` }));
    await office.choices.begin(1);
    await office.choices.set(1, choice);
  };
  const sweep = async (pending?: PendingNotice, seconds = 60) => {
    if (pending) await office.store.put(pending, office.clock());
    office.clock.advance(seconds);
    return sendNotices(office.ports);
  };
  const resultsOf = async () => {
    const [newest] = await office.store.newest(1, 1);
    const results = Object.entries(newest?.told ?? {}).map(([recipient, told]) => [recipient, told.failure ?? 'told']);
    return { isPending: newest?.isPending, ...Object.fromEntries(results) };
  };

  it('arrive once as messages, instead of an email or in addition', async () => {
    await choose({ email: 'fallback', targetIds: [21, 22] });
    expect(await sweep(quota)).toBe(0);
    const messages = await office.deliverQueued();
    expect(messages.map(({ text }) => text.split('\n')[0])).toEqual(Array(2).fill('You’ve used 80% of today’s calls'));
    await sweep(undefined, 900);
    expect(office.queued).toEqual([]);
    expect(await resultsOf()).toEqual({ isPending: false, 21: 'told', 22: 'told' });
    await office.choices.set(1, { email: 'always' });
    expect(await sweep({ ...quota, id: 'quota-2026-11-20-100' })).toBe(1);
    expect(await office.deliverQueued()).toHaveLength(2);
  });

  it('are queued again after a temporary failure, and emailed after a day of failures', async () => {
    await choose({ email: 'fallback', targetIds: [21] });
    await sweep(quota);
    const down = { kind: 'retry', code: 'provider-unavailable', reason: 'Unavailable.' } as const;
    for (let hour = 0; hour < 24; hour += 1) {
      expect(await office.deliverQueued(down)).toHaveLength(1);
      expect(await sweep(undefined, 3590)).toBe(0);
    }
    expect(await sweep(undefined, 900)).toBe(1);
    expect(await office.deliverQueued()).toEqual([]);
    expect(await resultsOf()).toEqual({
      ...{ isPending: false, email: 'told', 21: 'The target was not reachable for 24 hours.' },
    });
  });

  it('never reach a target about itself, which the other copies say', async () => {
    await choose({ email: 'fallback', targetIds: [21, 22] });
    expect(await sweep(refusedNotice(aTarget({ id: 21 }), 'The bot was blocked.'))).toBe(0);
    expect(office.queued.map(({ targetId }) => targetId)).toEqual([22]);
    const [copy] = await office.deliverQueued();
    expect(copy?.text).toContain('“Chat 21” does not get this notice, because it is about this target.');
    await office.choices.set(1, { targetIds: [21] });
    expect(await sweep(refusedNotice(aTarget({ id: 21 }), 'The bot was blocked.'), 6 * 3600)).toBe(1);
    expect(office.queued).toEqual([]);
    expect(office.sent[0]?.text).toContain('because it is about this target');
  });

  it('about a failed message name it, once in six hours, and not at its target', async () => {
    const failed = failedNotice(
      { userId: 1, id: 11, name: 'Deploys' },
      { id: 21, name: 'Chat 21' },
      { invocationId: 'call-1', reason: 'The template failed.' },
    );
    await choose({ email: 'fallback', targetIds: [21, 22] });
    await sweep(failed);
    await sweep(failed);
    const copies = await office.deliverQueued();
    expect(copies.map(({ text }) => text)).toEqual([expect.stringContaining('“Deploys” could not be delivered')]);
    expect(copies[0]?.text).toContain('https://app.example.com/webhooks/11?inv=call-1');
  });

  it('are not sent about an event that the owner turned off', async () => {
    await choose({ email: 'always', targetIds: [21] });
    await office.choices.set(1, { mutedEvents: ['quota'] });
    expect(await sweep(quota)).toBe(0);
    expect(office.queued).toEqual([]);
    expect(await resultsOf()).toEqual({ isPending: false });
    expect(await sweep(refusedNotice(aTarget({ id: 22 }), 'The bot was blocked.'))).toBe(1);
    expect(await office.deliverQueued()).toHaveLength(1);
  });

  it('about targets whose messages wait are combined in one email, and never reach these targets', async () => {
    const paused = (targetId: number) =>
      pausedNotice({ userId: 1, targetId }, `Chat ${targetId}`, {
        ...{ since: '2026-11-20T11:50:00.000Z', reason: 'Slack is not responding.' },
      });
    await choose({ email: 'always', targetIds: [21, 22] });
    await office.store.put(paused(21), office.clock());
    expect(await sweep(paused(22))).toBe(1);
    expect(office.queued.map(({ targetId }) => targetId).toSorted()).toEqual([21, 22]);
    const copies = (await office.deliverQueued()).map(({ text }) => text);
    expect(copies.map((text) => text.split('\n')[0]).toSorted()).toEqual([
      'Messages to “Chat 21” are waiting',
      'Messages to “Chat 22” are waiting',
    ]);
    expect(copies[0]).toContain('since 2026-11-20 11:50 UTC');
    expect(office.sent[0]?.text).toContain('“Chat 22”, since 2026-11-20 11:50 UTC: Slack is not responding.');
    expect(await sweep(paused(21))).toBe(0);
  });

  it('cause no notice when they fail: a rejected one is emailed', async () => {
    await choose({ email: 'fallback', targetIds: [21] });
    expect(await sweep(quota)).toBe(0);
    const blocked = { kind: 'fail_target', code: 'chat-gone', reason: 'The bot was blocked.' } as const;
    expect(await office.deliverQueued(blocked)).toHaveLength(1);
    expect(office.targets[0]?.status).toBe('inactive');
    expect(await sweep()).toBe(1);
    expect(office.sent[0]?.text).toContain('“Chat 21” could not receive this notice.');
    expect(await resultsOf()).toEqual({ isPending: false, 21: 'The bot was blocked.', email: 'told' });
    expect(await office.store.newest(1, 10)).toHaveLength(1);
    for (let day = 0; day < 3; day += 1) expect(await sweep(undefined, 86_400)).toBe(0);
    expect(office.queued).toEqual([]);
  });

  it.each(['disabled', 'inactive', 'pending'] as const)('are emailed if the target is %s', async (status) => {
    await choose({ email: 'fallback', targetIds: [21] });
    Object.assign(office.targets[0] ?? {}, { status });
    expect(await sweep(quota)).toBe(1);
    expect(await resultsOf()).toEqual({ isPending: false, 21: `The target is ${status}.`, email: 'told' });
  });

  it('are emailed if the only target was deleted', async () => {
    await choose({ email: 'fallback', targetIds: [21] });
    office.targets.length = 0;
    expect(await sweep(quota)).toBe(1);
    await dropNoticeTarget(1, 21, office.choices);
    expect(await office.choices.get(1)).toMatchObject({ email: 'always', targetIds: [] });
  });

  it('are not emailed after the owner stopped emails with the link', async () => {
    await choose({ email: 'never', targetIds: [21] });
    Object.assign(office.targets[0] ?? {}, { status: 'disabled' });
    expect(await sweep(quota)).toBe(0);
    expect(await resultsOf()).toEqual({ isPending: false, 21: 'The target is disabled.' });
  });

  it('reach a target while the day’s limit of emails delays the email', async () => {
    await choose({ email: 'always', targetIds: [30] });
    for (const id of [1, 2, 3, 4]) await sweep(refusedNotice(aTarget({ id }), 'The bot was blocked.'));
    expect(office.sent).toHaveLength(3);
    expect(await office.deliverQueued()).toHaveLength(4);
    expect(await sweep(undefined, 900)).toBe(0);
    expect(await sweep(undefined, 86_400)).toBe(1);
    expect(office.queued).toEqual([]);
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
