import { beforeEach, describe, expect, it } from 'vitest';
import { parseSesEvent } from '../../lambdas/adapters/ses-events.ts';
import { consentCallback } from '../../lambdas/mail/consent-callback.ts';
import type { CallbackRequest } from '../../lambdas/platform/outbound/callback.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { handleMailEvent } from '../../lambdas/targets/handle-callback.ts';
import { getTarget } from '../../lambdas/targets/read-targets.ts';
import { send } from '../../lambdas/targets/send.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { message, world } from './support.ts';

let here: ReturnType<typeof world>;
beforeEach(() => {
  here = world();
  here.state.account = { ...here.state.account, emailVerified: true };
});

const create = (address = 'reader@example.org', name = 'Reader') =>
  createTarget(11, { name, type: 'email', enabled: true, options: { address } }, here.ports);
const linkOf = (text = '') => new URL(/https:\/\/app\.example\.com\/api\/callbacks\/email\/\S+/.exec(text)?.[0] ?? '');
const open = (link: URL, over: Partial<CallbackRequest> = {}) =>
  here.call('email', {
    method: 'GET',
    path: [link.pathname.split('/').at(-1) ?? ''],
    query: link.searchParams,
    ...over,
  });
const press = (link: URL, answer = '') => open(link, { method: 'POST', body: Buffer.from(answer) });
const stored = (id: number) => here.ports.targets.get(11, id);
const confirmed = async (address?: string) => {
  const { id } = await create(address);
  await press(linkOf(here.mails.at(-1)?.text));
  return id;
};
const deliver = async (id: number, over = {}) => {
  const target = await stored(id);
  if (!target) throw new Error('gone');
  await send(message(over), target, here.ports);
  const mail = here.mails.at(-1);
  if (!mail) throw new Error('no mail');
  return mail;
};

describe('the confirmation of an email target', () => {
  it('asks the reader of the address first', async () => {
    const target = await create();
    expect(target).toMatchObject({ status: 'pending', options: { address: 'reader@example.org' } });
    expect(here.mails).toHaveLength(1);
    expect(here.mails[0]).toMatchObject({
      to: 'reader@example.org',
      text: expect.stringContaining('owner@example.com'),
    });
    expect(JSON.stringify(target)).not.toContain(linkOf(here.mails[0]?.text).searchParams.get('t'));
  });

  it('is not caused by opening the link, as email scanners do, but by its button', async () => {
    const { id } = await create();
    const link = linkOf(here.mails[0]?.text);
    const page = await open(link);
    expect([page.status, page.headers?.['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<form method="post">');
    await open(link, { method: 'HEAD' });
    expect((await stored(id))?.status).toBe('pending');
    expect((await press(link)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ status: 'active', options: { address: 'reader@example.org' } });
  });

  it('serves its pages without anything that can run, be framed, cached or leak', async () => {
    await createTarget(
      11,
      { name: '<script>alert(1)</script>', type: 'email', enabled: true, options: { address: 'a@example.org' } },
      here.ports,
    );
    const { headers, body } = await open(linkOf(here.mails[0]?.text));
    expect(body).not.toContain('<script');
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('works once and for a day', async () => {
    await create();
    const link = linkOf(here.mails[0]?.text);
    await press(link);
    expect((await press(link)).status).toBe(410);
    const { id } = await create('other@example.org', 'Other');
    here.advance(24 * 3600);
    expect((await open(linkOf(here.mails[1]?.text))).status).toBe(410);
    expect((await press(linkOf(here.mails[1]?.text))).status).toBe(410);
    expect((await stored(id))?.status).toBe('pending');
  });

  it('of an earlier address does not confirm a later one', async () => {
    const { id } = await create('mine@example.org');
    const mine = linkOf(here.mails[0]?.text);
    await updateTarget(11, id, { options: { address: 'victim@example.org' } }, here.ports);
    expect((await press(mine)).status).toBe(410);
    expect(await stored(id)).toMatchObject({ status: 'pending', options: { address: 'victim@example.org' } });
  });

  it('is not needed for the owner’s own address once that is confirmed', async () => {
    expect(await create('Owner@Example.com')).toMatchObject({ status: 'active' });
    expect(await create('somebody@example.com', 'x')).toMatchObject({ status: 'pending' });
    expect(here.mails).toHaveLength(1);
  });

  it('cannot be used to fill a mailbox', async () => {
    for (const name of ['a', 'b']) await create('victim@example.org', name);
    for (const address of ['Victim@example.org', 'victim+spam@example.org', 'VICTIM+1@Example.org'])
      await expect(create(address, address)).rejects.toMatchObject({ problem: 'throttled' });
    expect(here.mails).toHaveLength(2);
    here.advance(30 * 86_400 + 1);
    await create('victim@example.org', 'c');
    expect(here.mails).toHaveLength(3);
  });

  it('is impossible for 30 days after its reader declined, for every account, and the target shows this', async () => {
    const { id } = await create();
    const link = linkOf(here.mails[0]?.text);
    expect((await open(link)).body).toContain('name="answer" value="no"');
    expect((await press(link, 'answer=no')).body).toContain('Declined');
    expect(await stored(id)).toMatchObject({ status: 'inactive', statusReason: { code: 'address-declined' } });
    expect((await press(link)).status).toBe(410);
    await expect(create('reader+again@example.org', 'Again')).rejects.toMatchObject({ problem: 'throttled' });
    await expect(updateTarget(11, id, { enabled: true }, here.ports)).rejects.toMatchObject({ problem: 'throttled' });
    expect(here.mails).toHaveLength(1);
  });

  it('starts a new count once its reader agreed', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await create('reader@example.org', name);
      await press(linkOf(here.mails.at(-1)?.text));
    }
    expect(here.mails).toHaveLength(4);
  });

  it('does not count an email that was not sent', async () => {
    here.state.mailOutcome = { kind: 'retry', code: 'provider-unavailable', reason: 'x' };
    for (const name of ['a', 'b', 'c']) await expect(create('reader@example.org', name)).rejects.toThrow();
    here.state.mailOutcome = { kind: 'ok' };
    expect(await create()).toMatchObject({ status: 'pending' });
  });

  it('is never requested again after one click in the email', async () => {
    await create();
    const { headers, text } = here.mails[0] ?? {};
    const stop = new URL(/<(.+)>/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');
    expect(text).toContain(stop.href);
    const click = (method: string, body = '', link = stop) =>
      consentCallback(
        { method, path: [], query: link.searchParams, headers: {}, cookies: {}, body: Buffer.from(body) },
        here.consents,
      );
    expect((await click('GET')).body).toContain('Stop requests');
    await create('reader@example.org', 'still allowed');
    const wrong = new URL(stop.href.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    expect((await click('POST', '', wrong)).status).toBe(410);
    expect((await click('POST', 'List-Unsubscribe=One-Click')).status).toBe(200);
    here.advance(400 * 86_400);
    await expect(create('reader+x@example.org', 'Again')).rejects.toMatchObject({ problem: 'invalid-input' });
    await click('POST', 'again=yes');
    expect(await create('reader@example.org', 'Welcome')).toMatchObject({ status: 'pending' });
  });

  it('has no text of its sender in its subject, and no link', async () => {
    await create('reader@example.org', 'https://evil.example/win');
    const [mail] = here.mails;
    expect(mail?.subject).toBe('Confirm to receive messages from Tellhook');
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('“https ://evil .example/win”');
      expect(body).not.toContain('evil.example');
    }
  });

  it.each([
    '',
    'nobody',
    'a@b',
    'a@example.org\r\nBcc: b@example.org',
    'a b@example.org',
    'ü@example.org',
    ['a@example.org'],
  ])('is not begun for %j', async (address) => {
    const options = { address };
    await expect(
      createTarget(11, { name: 'x', type: 'email', enabled: true, options }, here.ports),
    ).rejects.toMatchObject({
      problem: 'invalid-input',
      fields: [{ path: 'options.address' }],
    });
    expect(here.mails).toEqual([]);
  });

  it('reports that the email cannot be sent', async () => {
    here.state.mailOutcome = { kind: 'fail_config', code: 'credentials-refused', reason: 'x' };
    await expect(create()).rejects.toMatchObject({ problem: 'unavailable' });
    here.state.mailOutcome = { kind: 'fail_target', code: 'connection-revoked', reason: 'x' };
    await expect(create()).rejects.toMatchObject({ problem: 'invalid-input' });
    expect(await here.ports.targets.list(11)).toEqual([]);
  });
});

describe('an account with an unconfirmed address', () => {
  beforeEach(() => {
    here.state.account = { ...here.state.account, emailVerified: false };
  });

  it('cannot send requests to others', async () => {
    await expect(create('stranger@example.org')).rejects.toMatchObject({
      problem: 'invalid-input',
      fields: [{ path: 'options.address', message: expect.stringContaining('owner@example.com') }],
    });
    expect(here.mails).toEqual([]);
  });

  it("is confirmed by a target for its own address, whose link shows the account's content", async () => {
    here.state.webhooks = [{ id: 1, name: 'Shop <b>', enabled: true, targetIds: [] }];
    await createTarget(11, { name: 'Chat', type: 'mock', enabled: true, options: {} }, here.ports);
    const { id } = await create('Owner@Example.com', 'Me');
    expect(here.mails[0]).toMatchObject({ subject: 'Confirm your email address' });
    const link = linkOf(here.mails[0]?.text);
    const page = (await open(link)).body;
    for (const shown of ['1 webhook: “Shop', '1 target: “Chat”', 'Yes, this is all mine', 'No, this is not mine'])
      expect(page).toContain(shown);
    expect(here.state.account.emailVerified).toBe(false);
    await press(link);
    expect([here.state.account.emailVerified, (await stored(id))?.status]).toEqual([true, 'active']);
    expect(await create('stranger@example.org', 'Other')).toMatchObject({ status: 'pending' });
  });

  it('stays unconfirmed if the reader of its address does not recognise it', async () => {
    const { id } = await create('owner@example.com', 'Me');
    await press(linkOf(here.mails[0]?.text), 'answer=no');
    expect([here.state.account.emailVerified, (await stored(id))?.status]).toEqual([false, 'inactive']);
    await expect(create('owner+2@example.com', 'Me')).rejects.toMatchObject({ problem: 'invalid-input' });
    await expect(create('owner@example.com', 'Me')).rejects.toMatchObject({ problem: 'throttled' });
  });
});

describe('a message by email', () => {
  it('is the unchanged text, in two forms, with its origin and an unsubscribe link', async () => {
    const mail = await deliver(await confirmed(), {
      text: 'Line <1> & "2"\n  indented',
      webhookName: 'Builds\r\nBcc: x',
    });
    expect(mail.subject).toBe('Builds Bcc: x: Line <1> & "2"');
    expect(mail.text.startsWith('Line <1> & "2"\n  indented\n\n-- \n')).toBe(true);
    expect(mail.html).toContain('Line &#60;1&#62; &#38; &#34;2&#34;\n  indented');
    expect(mail.html).toContain('prefers-color-scheme:dark');
    expect(mail.id).toBe(message().id);
    expect(mail.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/app\.example\.com\/api\/callbacks\/email\/unsubscribe\?t=[\w.-]+>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    });
    for (const value of Object.values(mail.tags ?? {})) expect(value).toMatch(/^[A-Za-z0-9_.@-]+$/);
  });
});

describe('the subject of an email', () => {
  it.each([
    ['Builds: passed\nmore', 'Builds: passed'],
    ['\n\n  passed', 'Builds: passed'],
    ['', 'Builds'],
    ['x'.repeat(500), `Builds: ${'x'.repeat(111)}…`],
  ])('is webhook and first line, once: %j', async (text, subject) => {
    expect((await deliver(await confirmed(), { text })).subject).toBe(subject);
  });
});

describe('one-click unsubscribing', () => {
  const unsubscribe = async () => {
    const id = await confirmed();
    const mail = await deliver(id);
    return { id, link: linkOf(mail.headers?.['List-Unsubscribe']?.replace(/[<>]/g, '')) };
  };

  it('accepts one POST without cookie, page or redirect', async () => {
    const { id, link } = await unsubscribe();
    const answer = await open(link, { method: 'POST', body: Buffer.from('List-Unsubscribe=One-Click') });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('location');
    expect(await stored(id)).toMatchObject({
      status: 'inactive',
      statusReason: { code: 'recipient-unsubscribed' },
    });
  });

  it('is not caused by opening the link', async () => {
    const { id, link } = await unsubscribe();
    expect((await open(link)).body).toContain('<form');
    expect((await stored(id))?.status).toBe('active');
  });

  it('is not caused by a wrong key, and the response reveals nothing', async () => {
    const { id, link } = await unsubscribe();
    const wrong = new URL(link.href.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    const missing = new URL(link.href.replace(/t=.*/, 't=1.1.AAAA'));
    expect((await press(wrong)).body).toBe((await press(missing)).body);
    expect((await stored(id))?.status).toBe('active');
  });

  it('lasts: the owner cannot enable the target without the reader’s new consent', async () => {
    const { id, link } = await unsubscribe();
    await press(link);
    const again = await updateTarget(11, id, { enabled: true }, here.ports);
    expect(again.status).toBe('pending');
    await press(linkOf(here.mails.at(-1)?.text));
    expect((await stored(id))?.status).toBe('active');
    await press(link);
    expect((await stored(id))?.status).toBe('inactive');
  });
});

describe('a report from the email service', () => {
  const report = async (id: number, event: object) => {
    const tags = Object.fromEntries(
      Object.entries((await deliver(id)).tags ?? {}).map(([name, value]) => [name, [value]]),
    );
    const parsed = parseSesEvent(JSON.stringify({ ...event, mail: { tags, destination: ['reader@example.org'] } }));
    if (!parsed) throw new Error('not an event');
    await handleMailEvent(parsed, here.ports);
  };
  const bounce = (bounceType: string) => ({
    eventType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: 'reader@example.org', diagnosticCode: 'smtp; 550 no such user' }],
    },
  });

  it('makes the target inactive and the dispatch failed after a permanent bounce', async () => {
    const id = await confirmed();
    await report(id, bounce('Permanent'));
    expect(await stored(id)).toMatchObject({
      status: 'inactive',
      statusReason: { code: 'mail-bounced', text: expect.stringContaining('550') },
    });
    expect(here.failures).toEqual([
      {
        userId: 11,
        targetId: id,
        dispatchId: message().id.replace('.1', ''),
        reason: { code: 'mail-bounced', text: expect.stringContaining('reader@example.org') },
      },
    ]);
    expect((await updateTarget(11, id, { enabled: true }, here.ports)).status).toBe('active');
    expect(here.forgiven).toEqual(['reader@example.org']);
  });

  it('cannot bypass the confirmation if its email bounces', async () => {
    const { id } = await create();
    const tags = Object.fromEntries(Object.entries(here.mails[0]?.tags ?? {}).map(([name, value]) => [name, [value]]));
    const event = parseSesEvent(JSON.stringify({ ...bounce('Permanent'), mail: { tags } }));
    if (!event) throw new Error('not an event');
    await handleMailEvent(event, here.ports);
    expect((await stored(id))?.status).toBe('inactive');
    expect((await updateTarget(11, id, { enabled: true }, here.ports)).status).toBe('pending');
    expect(here.mails).toHaveLength(2);
  });

  it('fails only the dispatch after a transient bounce, until the third in a row', async () => {
    const id = await confirmed();
    await report(id, bounce('Transient'));
    await report(id, bounce('Undetermined'));
    expect(await stored(id)).toMatchObject({ status: 'active', options: { confirmed: true } });
    expect((await getTarget(11, id, here.ports)).options).toEqual({ address: 'reader@example.org' });
    await report(id, bounce('Transient'));
    expect(here.failures).toHaveLength(3);
    expect(await stored(id)).toMatchObject({
      status: 'inactive',
      statusReason: { code: 'mail-bounced', text: expect.stringContaining('3') },
    });
    expect((await updateTarget(11, id, { enabled: true }, here.ports)).status).toBe('active');
    await report(id, bounce('Transient'));
    expect((await stored(id))?.status).toBe('active');
  });

  it('ends a series of bounces after a delivery', async () => {
    const id = await confirmed();
    const arrival = { eventType: 'Delivery' };
    for (const event of [bounce('Transient'), bounce('Transient'), arrival, bounce('Transient'), bounce('Transient')])
      await report(id, event);
    expect((await stored(id))?.status).toBe('active');
    expect(here.failures).toHaveLength(4);
  });

  it('ends the target permanently after a complaint', async () => {
    const id = await confirmed();
    await report(id, {
      eventType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'reader@example.org' }], complaintFeedbackType: 'abuse' },
    });
    expect((await stored(id))?.status).toBe('inactive');
    await expect(updateTarget(11, id, { enabled: true }, here.ports)).rejects.toMatchObject({ problem: 'conflict' });
  });

  it("is ignored if it is not about delivery, or not about a target's email", async () => {
    for (const text of ['nonsense', '{}', JSON.stringify({ eventType: 'Open', mail: {} })])
      expect(parseSesEvent(text)).toBeUndefined();
    const foreign = parseSesEvent(
      JSON.stringify({ ...bounce('Permanent'), mail: { tags: { user: ['1'], target: ['2'] } } }),
    );
    if (!foreign) throw new Error('not an event');
    await handleMailEvent(foreign, here.ports);
    const ownMail = parseSesEvent(JSON.stringify({ ...bounce('Permanent'), mail: { tags: { purpose: ['reset'] } } }));
    if (!ownMail) throw new Error('not an event');
    await handleMailEvent(ownMail, here.ports);
    expect(here.failures).toEqual([]);
  });
});
