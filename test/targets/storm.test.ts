import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../lambdas/model/message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { newToken } from '../../lambdas/platform/ids.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { createDigester, type DigestEntry } from '../../lambdas/targets/digest.ts';
import { digestMessage } from '../../lambdas/targets/digest-message.ts';
import { sendDigest } from '../../lambdas/targets/send-digest.ts';
import { digestsInMemory } from '../support/digests.ts';
import { limitsInMemory, movableClock } from '../support/in-memory.ts';
import { message, world } from './support.ts';

const limit = { webhookId: 7, after: 5, withinSeconds: 60 };
const target = { userId: 11, id: 21, kind: 'telegram' };

/** A intoDigest, its digests and its counters; `call` says if the message is sent alone. */
const storm = (over: Partial<Message['digest']> = {}) => {
  const clock = movableClock();
  const digests = digestsInMemory(clock);
  const limits = limitsInMemory();
  const kinds = { isMetered: (kind: string) => kind === 'email', isRead: (kind: string) => kind === 'http' };
  const intoDigest = createDigester({ digests: digests.store, limitStore: limits.store, plans, clock, kinds });
  let previousAt: string | undefined;
  let number = 0;
  const arrive = (): Message => {
    number += 1;
    const invokedAt = clock().toISOString();
    const next = message({ id: `call${number}-l.1`, digest: { ...limit, ...over, invokedAt, previousAt } });
    previousAt = invokedAt;
    return next;
  };
  const deliver = async (arrived: Message, to = target) => (await intoDigest(arrived, to)) === undefined;
  const call = (to = target): Promise<boolean> => deliver(arrive(), to);
  const told = () => [...digests.all.values()].flatMap(({ messages }) => [...messages.keys()]);
  return { clock, intoDigest, limits, arrive, deliver, call, told, sent: () => number };
};

describe('the limit of single messages', () => {
  it('lets no more than its number pass in a window, and loses none, for any calls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ after: fc.integer({ min: 2, max: 9 }), withinSeconds: fc.integer({ min: 10, max: 600 }) }),
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 60 }),
        async (digest, pauses) => {
          const { clock, call, told } = storm(digest);
          const singles = new Map<number, number>();
          let alone = 0;
          for (const seconds of pauses) {
            clock.advance(seconds);
            const window = Math.floor(clock().getTime() / (digest.withinSeconds * 1000));
            const isFull = singles.get(window) === digest.after;
            const isAlone = await call();
            expect(isAlone).toBe(!isFull);
            if (!isAlone) continue;
            alone += 1;
            singles.set(window, (singles.get(window) ?? 0) + 1);
          }
          expect(alone + new Set(told()).size).toBe(pauses.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('writes nothing for calls that are further apart than its time', async () => {
    const { clock, call, limits } = storm();
    await call();
    const before = [...limits.taken];
    for (let calls = 0; calls < 20; calls++) {
      clock.advance(61);
      expect(await call()).toBe(true);
    }
    expect([...limits.taken]).toEqual(before);
  });

  it.each([1, 120])('applies to calls %i seconds apart that waited for their target', async (seconds) => {
    const { clock, arrive, deliver } = storm();
    const waiting = Array.from({ length: 20 }, () => {
      clock.advance(seconds);
      return arrive();
    });
    clock.advance(600);
    const alone = [];
    for (const each of waiting) alone.push(await deliver(each));
    expect(alone.filter(Boolean)).toHaveLength(5);
  });

  it('is separate for each target, and does not apply to targets that programs read', async () => {
    const { call, told } = storm();
    for (let calls = 0; calls < 6; calls++) await call();
    expect(await call()).toBe(false);
    expect(await call({ ...target, id: 22 })).toBe(true);
    expect(await call({ ...target, kind: 'http' })).toBe(true);
    expect(told()).toEqual(['call6-l.1', 'call7-l.1']);
  });

  it('counts a message again after a crash, but keeps it once in its digest', async () => {
    const { intoDigest, call, told } = storm();
    for (let calls = 0; calls < 5; calls++) await call();
    const again = message({
      id: 'call6-l.1',
      digest: { ...limit, invokedAt: '2026-11-20T12:00:00.000Z', previousAt: undefined },
    });
    for (let receives = 0; receives < 3; receives++) await intoDigest(again, target);
    expect(told()).toEqual(['call6-l.1']);
  });
});

const batched = (text: string, severity?: DigestEntry['severity']): DigestEntry => ({
  ...{ id: 'a-l.1', text, webhookName: 'Deploys', link: '', severity },
});

describe('the message of a digest', () => {
  const of = (messages: DigestEntry[], max = 4000) =>
    digestMessage(messages, { id: 'digest-a-l.1', link: 'https://app/', limit: { max, counted: 'utf16' } }).text;

  it('tells the number and the titles, the highest severity first, then the most frequent', () => {
    const quiet = [batched('Tests passed', 'ok'), batched('Build started'), batched('Build started')];
    expect(of([...quiet, batched('Disk almost full', 'warning')])).toBe(
      '4 more messages from Deploys\n• Disk almost full\n• Build started (2 times)\n• Tests passed',
    );
    expect(of([batched('One')])).toBe('1 more message from Deploys\n• One');
  });

  it('has ten titles at most, and counts the others', () => {
    const lines = of(Array.from({ length: 25 }, (_, number) => batched(`Title ${number % 12}`))).split('\n');
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toBe('• 4 more');
  });

  it("is cut to the target's limit", () => {
    const text = of(
      Array.from({ length: 10 }, (_, number) => batched(`${number}${'x'.repeat(100)}`)),
      300,
    );
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text).toMatch(/truncated/);
  });
});

describe('a digest to a chat', () => {
  const { ports, failures, notices } = world();
  const posts: string[] = [];
  const answers: number[] = [];
  const http: typeof ports.http = {
    ...ports.http,
    send: async ({ body = '' }) => {
      posts.push(JSON.parse(body).content);
      const status = answers.shift() ?? 200;
      return { status, headers: {}, body: '{"id":"1","channel_id":"2"}' };
    },
  };
  const digests = digestsInMemory(ports.clock);
  const sending = { ...ports, http, digests: digests.store };
  const digest = { userId: 11, targetId: 0, webhookId: 7, id: 'digest-a-7' };

  beforeEach(async () => {
    digests.all.clear();
    posts.length = 0;
    failures.length = 0;
    const url = `https://discord.com/api/webhooks/123456789012345678/${'t'.repeat(68)}`;
    digest.targetId = (
      await createTarget(11, { name: newToken(), type: 'discord', enabled: true, options: { url } }, sending)
    ).id;
    for (let number = 0; number < 60; number++)
      await digests.store.keep(digest, { ...batched('Tests failed'), id: `call${number}-l.1` }, ports.clock());
  });

  it("is one message with the number of messages and a link to the webhook's calls", async () => {
    for (let times = 0; times < 2; times++) await sendDigest(digest, sending);
    expect(posts).toEqual([
      '60 more messages from Deploys\n• Tests failed \\(60 times\\)\n-# [Open in Tellhook](<https://app.example.com/webhooks/7>)',
    ]);
    expect(failures).toEqual([]);
  });

  it('is retried after five minutes while the provider is down, and sent again after a crash', async () => {
    answers.push(503);
    await sendDigest(digest, sending);
    const [kept] = digests.all.values();
    expect(kept?.due).toEqual(secondsAfter(ports.clock(), 300));
    const crash = { ...sending, digests: { ...digests.store, progress: () => Promise.reject(new Error('killed')) } };
    await expect(sendDigest(digest, crash)).rejects.toThrow('killed');
    await sendDigest(digest, sending);
    expect(posts).toHaveLength(3);
    expect(kept?.closed).toBe(true);
  });

  it('fails each of its messages if the chat no longer exists, and its owner gets a notice', async () => {
    answers.push(404);
    await sendDigest(digest, sending);
    expect(failures).toHaveLength(60);
    expect((await ports.targets.get(11, digest.targetId))?.status).toBe('inactive');
    expect(notices).toEqual([`refused-${digest.targetId}`]);
  });
});
