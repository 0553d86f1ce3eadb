import { beforeEach, describe, expect, it } from 'vitest';
import { parseSesEvent } from '../../lambdas/adapters/ses-events.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Sender } from '../../lambdas/model/target-ports.ts';
import { isDigestId } from '../../lambdas/platform/ids.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { createDigester, mailsOf } from '../../lambdas/targets/digest.ts';
import { handleMailEvent } from '../../lambdas/targets/handle-callback.ts';
import { isMetered, send } from '../../lambdas/targets/send.ts';
import { sendDigest } from '../../lambdas/targets/send-digest.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { digestsInMemory } from '../support/digests.ts';
import { limitsInMemory } from '../support/in-memory.ts';
import { message, world } from './support.ts';

let here: ReturnType<typeof world>;
let digests: ReturnType<typeof digestsInMemory>;
let ports: Parameters<typeof sendDigest>[1];
let intoDigest: Sender['intoDigest'];
let id: number;
const few = { ...plans, free: { ...plans.free, mail: { mailsPerDay: 2, batchMinutes: 15 } } };

beforeEach(async () => {
  here = world();
  Object.assign(here.state.account, { emailVerified: true });
  digests = digestsInMemory(here.ports.clock);
  ports = { ...here.ports, digests: digests.store };
  intoDigest = createDigester({
    digests: digests.store,
    limitStore: limitsInMemory().store,
    plans: few,
    clock: here.ports.clock,
    kinds: { isMetered, isRead: () => false },
  });
  id = (
    await createTarget(
      11,
      { name: 'Me', type: 'email', enabled: true, options: { address: 'owner@example.com' } },
      here.ports,
    )
  ).id;
});

const tell = async (number: number, over = {}) => {
  const target = await here.ports.targets.get(11, id);
  if (!target) throw new Error('gone');
  const next = message({ id: `call${number}-t.1`, text: `Message ${number}`, ...over });
  return (await intoDigest(next, target)) ?? send(next, target, ports);
};
const theDigest = () =>
  [...digests.all.values()][0] ?? {
    digest: { userId: 0, targetId: 0, webhookId: 0, id: '' },
    due: undefined,
    closed: false,
  };
/** Sends the digest when it is due, as the sweeper and the dispatcher do. */
const due = async () => sendDigest(theDigest().digest, ports);
const batchThree = async () => {
  for (const number of [1, 2, 3, 4, 5]) await tell(number);
};

describe("email beyond the plan's single emails", () => {
  it('is batched until the next quarter of an hour, and each dispatch shows this', async () => {
    here.advance(100);
    expect(await tell(1)).not.toHaveProperty('note');
    await tell(2);
    expect(await tell(3)).toEqual({
      kind: 'ok',
      how: 'digest',
      wasSent: false,
      note: 'Combined with other messages in a digest, to be sent after 12:15 UTC',
    });
    expect(here.mails).toHaveLength(2);
    expect(theDigest().due?.toISOString()).toBe('2026-11-20T12:15:30.000Z');
    expect(isDigestId(theDigest().digest.id)).toBe(true);
  });

  it('is sent as one email, in order, complete, and with an unsubscribe link', async () => {
    await batchThree();
    await due();
    const mail = here.mails.at(-1);
    expect(here.mails).toHaveLength(3);
    expect(mail?.subject).toBe('3 messages for Me');
    expect(mail?.text).toMatch(
      /Builds: https:\S+\n\nMessage 3\n\n-+\n\nBuilds: \S+\n\nMessage 4\n\n-+\n\nBuilds: \S+\n\nMessage 5\n/,
    );
    expect(mail?.html).toContain('Message 4');
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    expect(theDigest()).toMatchObject({ closed: true, due: undefined });
  });

  it('is sent once, however often it becomes due, and contains each message once', async () => {
    await batchThree();
    await tell(5);
    await due();
    await due();
    expect(here.mails).toHaveLength(3);
    expect(here.mails.at(-1)?.subject).toBe('3 messages for Me');
  });

  it('joins the next digest if this one is closed', async () => {
    await batchThree();
    await due();
    expect(await tell(6)).toMatchObject({ note: expect.stringContaining('12:30') });
  });

  it('is sent one by one again on the next day, and for owners with a larger plan', async () => {
    await batchThree();
    expect(await tell(6, { plan: 'premium' })).not.toHaveProperty('note');
    here.advance(12 * 3600);
    expect(await tell(7)).not.toHaveProperty('note');
  });

  it('is sent alone if it is too long to be stored', async () => {
    await batchThree();
    const before = here.mails.length;
    await tell(6, { text: 'x'.repeat(300_001) });
    expect(here.mails).toHaveLength(before + 1);
  });
});

describe('a digest that bounces', () => {
  it('fails each of its messages, and makes its target inactive', async () => {
    await batchThree();
    await due();
    const tags = Object.fromEntries(
      Object.entries(here.mails.at(-1)?.tags ?? {}).map(([name, value]) => [name, [value]]),
    );
    const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'owner@example.com' }] };
    const event = parseSesEvent(JSON.stringify({ eventType: 'Bounce', bounce, mail: { tags } }));
    if (!event) throw new Error('not an event');
    await handleMailEvent(event, { ...here.ports, digests: digests.store });
    expect(here.failures.map(({ dispatchId }) => dispatchId)).toEqual(['call3-t', 'call4-t', 'call5-t']);
    expect((await here.ports.targets.get(11, id))?.status).toBe('inactive');
  });
});

describe('a digest that cannot be sent', () => {
  it('is retried later, and then only for unsent emails', async () => {
    for (let number = 1; number <= 62; number += 1) await tell(number);
    const sendMail = here.ports.mail.send;
    let calls = 0;
    ports.mail = {
      send: async (mail) => {
        calls += 1;
        return calls === 2
          ? { kind: 'retry', code: 'provider-unavailable', reason: 'busy', afterSeconds: 1800 }
          : sendMail(mail);
      },
    };
    await due();
    expect(theDigest().due?.toISOString()).toBe('2026-11-20T12:30:00.000Z');
    await due();
    expect(here.mails.slice(2).map(({ subject }) => subject)).toEqual(['50 messages for Me', '10 messages for Me']);
    expect(new Set(here.mails.map((mail) => mail.id)).size).toBe(here.mails.length);
    expect(here.failures).toEqual([]);
  });

  it('fails each of its messages after a day, or on a permanent rejection', async () => {
    await batchThree();
    here.state.mailOutcome = { kind: 'fail_config', code: 'credentials-refused', reason: 'The mail service refuses.' };
    await due();
    expect(here.failures).toEqual([]);
    here.advance(25 * 3600);
    await due();
    expect(here.failures.map(({ dispatchId }) => dispatchId)).toEqual(['call3-t', 'call4-t', 'call5-t']);
    expect(here.failures[0]?.reason.text).toBe('The mail service refuses.');
    expect(theDigest().closed).toBe(true);
  });

  it('makes its target inactive if the address is rejected', async () => {
    await batchThree();
    here.state.mailOutcome = { kind: 'fail_target', code: 'connection-revoked', reason: 'No such address.' };
    await due();
    expect((await here.ports.targets.get(11, id))?.status).toBe('inactive');
    expect(here.failures).toHaveLength(3);
  });

  it('waits while its target is disabled, and is sent when it is enabled', async () => {
    await batchThree();
    await updateTarget(11, id, { enabled: false }, here.ports);
    await due();
    expect(here.mails).toHaveLength(2);
    await updateTarget(11, id, { enabled: true }, here.ports);
    await due();
    expect(here.mails).toHaveLength(3);
  });

  it('is not sent after unsubscribing, or for a deleted target', async () => {
    await batchThree();
    await here.ports.targets.remove(11, id);
    await due();
    expect(here.mails).toHaveLength(2);
    expect(here.failures.map(({ reason }) => reason.code)).toEqual(Array(3).fill('target-deleted'));
  });
});

describe('the emails of a digest', () => {
  it('contain at most fifty messages and a readable length, in order, with nothing left out', () => {
    const messages = Array.from({ length: 120 }, (_, number) => ({
      id: String(number),
      text: 'x'.repeat(number % 40 === 0 ? 190_000 : 1000),
      webhookName: 'w',
      link: '',
    }));
    const mails = mailsOf(messages);
    expect(mails.flat()).toEqual(messages);
    for (const mail of mails) {
      expect(mail.length).toBeLessThanOrEqual(50);
      expect(mail.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(200_000);
    }
    expect(mailsOf([])).toEqual([]);
  });
});
