import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTarget } from '../../../lambdas/targets/create-target.ts';
import { richFitOf } from '../../../lambdas/targets/send.ts';
import { updateTarget } from '../../../lambdas/targets/update-target.ts';
import { splitRich } from '../../../lambdas/templates/rich/split-rich.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { splitMessage } from '../../../lambdas/templates/split-message.ts';
import { units } from '../../../lambdas/templates/units.ts';
import { type Playground, startPlayground } from '../../../test/local/fakes/support.ts';
import { deliveryRig, message, target, world } from '../../../test/targets/support.ts';
import { example } from './example.ts';
import { kind } from './kind.ts';

const rig = deliveryRig();
const { options = {}, secrets = {} } = example;
const user = target({ kind: 'pushover', options, secrets });
const sent = () => rig.server.received.map(({ body }) => JSON.parse(body));
const queued = { status: 200, body: '{"status":1,"request":"r"}' };

describe('a notification', () => {
  it('has the text, the webhook’s name as title, and the link to the call', async () => {
    rig.server.answer(queued);
    expect(await rig.deliverTo(user, { text: 'all <b>done</b>' })).toEqual({ kind: 'ok' });
    expect(rig.server.received[0]).toMatchObject({ method: 'POST', url: '/1/messages.json' });
    expect(sent()).toEqual([
      { ...secrets, message: 'all <b>done</b>', title: 'Builds', url: message().link, url_title: 'Open in Tellhook' },
    ]);
  });

  it('makes no sound if its owner wants none, and has no link if it is too long', async () => {
    await rig.deliverTo(user, {
      text: 'Builds: done',
      silent: true,
      link: `https://app.example.com/${'x'.repeat(500)}`,
    });
    expect(sent()).toEqual([{ ...secrets, message: 'Builds: done', priority: -1 }]);
  });

  const rich: RichMessage = {
    title: [{ text: `acme/web: ${'CI '.repeat(120)}`, bold: true }],
    link: 'https://ci.example/7',
    severity: 'critical',
    blocks: [{ kind: 'paragraph', runs: [{ text: '*main* is red' }] }],
    facts: [{ label: 'Took', runs: [{ text: '3m' }] }],
    buttons: [{ label: 'Logs', url: 'https://ci.example/7/logs' }],
  };

  it('has title and severity of a rich message in their own places, and its links in the text', async () => {
    rig.server.answer(queued);
    await rig.deliverTo(user, { rich, text: 'as text', part: 1, parts: 2 });
    const [{ title, ...rest }] = sent();
    expect(title).toHaveLength(250);
    expect(rest).toEqual({
      ...secrets,
      message: '*main* is red\nTook: 3m\nLogs: https://ci.example/7/logs\nhttps://ci.example/7',
      priority: 1,
    });
  });

  it('is its title alone if it has nothing else', async () => {
    await rig.deliverTo(user, { rich: { title: [{ text: 'Up' }], blocks: [] }, text: 'Up', webhookName: 'Up' });
    expect(sent()[0]).toMatchObject({ message: 'Up' });
  });

  it('is cut at the limit of a rich message, too', async () => {
    const fits = (await richFitOf('pushover')) ?? (() => true);
    const blocks: RichMessage['blocks'] = [{ kind: 'paragraph', runs: [{ text: '"€" '.repeat(900) }] }];
    const { parts } = splitRich({ ...rich, title: [{ text: 'CI' }], blocks }, { fits, split: true });
    expect(parts.length).toBeGreaterThan(3);
    for (const [index, part] of parts.entries())
      await rig.deliverTo(user, { rich: part, text: 'as text', part: index + 1, parts: parts.length });
    for (const { body } of rig.server.received) expect(example.hardLimit?.[1](body)).toBeLessThanOrEqual(1024);
  });
});

describe('user key and API token', () => {
  const here = world();
  const create = (sentOptions: Record<string, unknown>) =>
    createTarget(11, { name: 'Phone', type: 'pushover', enabled: true, options: sentOptions }, here.ports);

  it.each([
    ['options.user', { user: 'short', token: secrets.token }],
    ['options.token', { user: secrets.user, token: `${secrets.token}x` }],
    ['options.token', { user: secrets.user }],
  ])('are rejected at %s', async (path, given) => {
    await expect(create(given)).rejects.toMatchObject({ fields: [{ path }] });
  });

  it('are both secret, and one can change without the other', async () => {
    const made = await create({ user: ` ${secrets.user} `, token: secrets.token });
    expect(made).toMatchObject({ status: 'active', options });
    const changed = await updateTarget(11, made.id, { options: { token: 'b'.repeat(30) } }, here.ports);
    const kept = JSON.stringify([...here.ports.targets.all.values(), made, changed]);
    for (const secret of [...Object.values(secrets), 'b'.repeat(30)]) expect(kept).not.toContain(secret);
  });
});

describe('the stand-in', () => {
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground();
  });
  afterAll(() => playground.stop());
  const signUp = async () => {
    const { id, token } = await playground.api<{ id: string; token: string }>('POST', 'pushover/user', {});
    return { user: id, token };
  };
  const push = async (body: object | string, type = 'application/json') => {
    const answer = await playground.provider('api.pushover.net', '/1/messages.json', {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': type },
    });
    return { http: answer.status, headers: answer.headers, ...JSON.parse(answer.body) };
  };

  it('takes each part of a message of 100 KB, and together they are the message', async () => {
    const keys = await signUp();
    const text = `${'€uro <b>bold</b> "quoted" '.repeat(3600)}end`;
    expect(Buffer.byteLength(text)).toBeGreaterThan(100_000);
    const limit = kind.limit ?? { max: 0, counted: 'utf16' };
    // Deliveries have at most 20 parts; the rest of a longer message is cut off.
    const { parts } = splitMessage(text, { max: limit.max, cost: units[limit.counted], split: true, maxParts: 99 });
    const bodies: string[] = [];
    for (const part of parts) {
      rig.server.clear();
      await rig.deliverTo(user, { text: part });
      const { body = '' } = rig.server.received[0] ?? {};
      expect(await push({ ...JSON.parse(body), ...keys })).toMatchObject({ http: 200, status: 1 });
      bodies.push(JSON.parse(body).message.replace(/^\(\d+\/\d+\) /, ''));
    }
    expect(bodies.join(' ')).toBe(text);
    expect(await playground.losses()).toEqual([]);
    expect(await push({ ...keys, message: '🎉'.repeat(1024) })).toMatchObject({ http: 200 });
    expect(await push({ ...keys, message: '🎉'.repeat(1025) })).toMatchObject({ http: 400, status: 0 });
  }, 90_000);

  it('takes forms as well, and counts the messages of the month', async () => {
    const form = new URLSearchParams({ ...(await signUp()), message: 'hi', priority: '-2' });
    const answer = await push(form.toString(), 'application/x-www-form-urlencoded');
    expect(answer).toMatchObject({ http: 200, status: 1, headers: { 'x-limit-app-limit': '10000' } });
  });

  it('rejects the same as Pushover', async () => {
    const keys = await signUp();
    const hi = { ...keys, message: 'hi' };
    expect(await push({ ...hi, token: 'another' })).toMatchObject({ http: 400, token: 'invalid' });
    expect(await push({ ...hi, user: 'another' })).toMatchObject({ http: 400, user: 'invalid' });
    expect(await push(keys)).toMatchObject({ http: 400, errors: ['message cannot be blank'] });
    for (const more of [{ priority: 3 }, { priority: 2 }, { title: 'x'.repeat(251) }, { url: 'x'.repeat(513) }])
      expect(await push({ ...hi, ...more })).toMatchObject({ http: 400, status: 0 });
    expect(await push({ ...hi, priority: 2, retry: 60, expire: 600 })).toMatchObject({ http: 200 });
    await playground.api('POST', 'pushover/device', { name: 'Ada', inactive: true });
    expect(await push(hi)).toMatchObject({ http: 400, user: 'invalid' });
  });
});
