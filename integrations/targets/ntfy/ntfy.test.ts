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
const topic = target({ kind: 'ntfy', options, secrets });
const sent = () => rig.server.received.map(({ body }) => JSON.parse(body));

describe('a notification', () => {
  it('is published as JSON at the root of the server, with the token', async () => {
    await rig.deliverTo(topic);
    const [request] = rig.server.received;
    expect(request).toMatchObject({ method: 'POST', url: '/' });
    expect(request?.headers).toMatchObject({ host: 'ntfy.sh', authorization: `Bearer ${secrets.token}` });
    expect(sent()).toEqual([{ topic: secrets.topic, message: message().text, title: 'Builds', click: message().link }]);
  });

  it('goes without a token where there is none, and makes no sound where its owner wants none', async () => {
    const { token: _token, ...rest } = secrets;
    await rig.deliverTo(target({ kind: 'ntfy', options, secrets: rest }), { silent: true, text: 'Builds: done' });
    expect(rig.server.received[0]?.headers).not.toHaveProperty('authorization');
    expect(sent()).toEqual([{ topic: secrets.topic, message: 'Builds: done', priority: 2, click: message().link }]);
  });

  const rich: RichMessage = {
    title: [{ text: 'acme/web: CI failed', bold: true }],
    link: 'https://ci.example/7',
    severity: 'critical',
    blocks: [{ kind: 'paragraph', runs: [{ text: '*main* is red' }] }],
    facts: [{ label: 'Took', runs: [{ text: '3m' }] }],
    buttons: [{ label: 'Open run', url: 'https://ci.example/7/run' }],
  };

  it('has title, severity, page and buttons of a rich message in their own places, and no markup', async () => {
    await rig.deliverTo(topic, { rich, text: 'as text' });
    expect(sent()).toEqual([
      {
        topic: secrets.topic,
        message: '*main* is red\nTook: 3m',
        title: 'acme/web: CI failed',
        tags: ['rotating_light'],
        priority: 4,
        click: 'https://ci.example/7',
        actions: [
          { action: 'view', label: 'Open run', url: 'https://ci.example/7/run' },
          { action: 'view', label: 'Open in Tellhook', url: message().link },
        ],
      },
    ]);
  });

  it('goes without its buttons when the server rejects them, or when they leave no space for the text', async () => {
    rig.server.answer({ status: 400, body: '{"code":40018,"http":400,"error":"actions invalid"}' });
    expect(await rig.deliverTo(topic, { rich, text: 'as text' })).toMatchObject({
      kind: 'ok',
      noteCode: 'formatting-refused',
    });
    expect(sent().map(({ actions }) => actions !== undefined)).toEqual([true, false]);
    rig.server.clear();
    const long = 'x'.repeat(2000);
    const buttons = [1, 2, 3].map((id) => ({ label: 'Open', url: `https://ci.example/${id}/${long}` }));
    const blocks: RichMessage['blocks'] = [{ kind: 'paragraph', runs: [{ text: 'y'.repeat(3000) }] }];
    await rig.deliverTo(topic, { rich: { ...rich, blocks, buttons }, text: 'as text' });
    expect(sent()[0]).not.toHaveProperty('actions');
    expect(sent()[0].click).toBe(rich.link);
  });

  it('is cut at the limit of a rich message, too', async () => {
    const fits = (await richFitOf('ntfy')) ?? (() => true);
    const blocks: RichMessage['blocks'] = [{ kind: 'paragraph', runs: [{ text: '"€" '.repeat(3000) }] }];
    const { parts } = splitRich({ ...rich, blocks }, { fits, split: true });
    expect(parts.length).toBeGreaterThan(2);
    for (const [index, part] of parts.entries())
      await rig.deliverTo(topic, { rich: part, text: 'as text', part: index + 1, parts: parts.length });
    for (const { body } of rig.server.received) expect(example.hardLimit?.[1](body)).toBeLessThanOrEqual(4096);
  });
});

describe('a topic', () => {
  const here = world();
  const create = (sentOptions: Record<string, unknown>) =>
    createTarget(11, { name: 'Phone', type: 'ntfy', enabled: true, options: sentOptions }, here.ports);

  it.each([
    'http://ntfy.sh/topic',
    'https://ntfy.sh',
    'https://ntfy.sh/',
    'https://ntfy.sh/a/b',
    'https://ntfy.sh/topic?auth=x',
    `https://ntfy.sh/${'a'.repeat(65)}`,
    'https://user@ntfy.sh/topic',
    'https://10.0.0.1/topic',
    'https://app.example.com/topic',
    undefined,
  ])('is rejected at %s', async (url) => {
    await expect(create({ url })).rejects.toMatchObject({ problem: 'invalid-input' });
  });

  it('is rejected with an invalid token', async () => {
    await expect(create({ url: 'https://ntfy.sh/topic', token: 'secret' })).rejects.toMatchObject({
      fields: [{ path: 'options.token', message: 'An access token begins with tk_ and has 32 characters' }],
    });
  });

  it('is a secret like its token, and another one takes no token along', async () => {
    const made = await create({ url: ` ${secrets.url}/ `, token: secrets.token });
    expect(made).toMatchObject({ status: 'active', options: { url: 'https://ntfy.sh/***', token: 'tk_***' } });
    expect(JSON.stringify([...here.ports.targets.all.values(), made])).not.toContain(secrets.topic);
    const moved = await updateTarget(11, made.id, { options: { url: 'https://ntfy.example.org/other' } }, here.ports);
    expect(moved.options).toEqual({ url: 'https://ntfy.example.org/***' });
  });
});

describe('the stand-in', () => {
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground();
  });
  afterAll(() => playground.stop());
  const post = async (body: object | string, token?: string) => {
    const answer = await playground.provider('ntfy.sh', '/', {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
    return { status: answer.status, ...JSON.parse(answer.body) };
  };

  it('takes each part of a message that was split at the limit, and makes a file of one byte more', async () => {
    const text = `${'€uro "quoted"\n'.repeat(600)}end`;
    const limit = kind.limit ?? { max: 0, counted: 'utf8Bytes' };
    const { parts, truncated } = splitMessage(text, { max: limit.max, cost: units[limit.counted], split: true });
    expect(truncated).toBe(false);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(await post({ topic: 'split', message: part })).toMatchObject({ message: part });
    expect(await playground.losses()).toEqual([]);
    expect((await post({ topic: 'split', message: 'x'.repeat(4096) })).message).toBe('x'.repeat(4096));
    expect((await post({ topic: 'split', message: `${'x'.repeat(4094)}€` })).message).toContain('file');
    expect(await playground.losses()).toHaveLength(1);
  });

  it.each<[what: string, body: object | string, code: number]>([
    ['no JSON', 'hello', 40024],
    ['another type', { topic: 'a', priority: 'high' }, 40024],
    ['no topic', { message: 'a' }, 40009],
    ['a page of the server', { topic: 'docs', message: 'a' }, 40010],
    ['a priority there is not', { topic: 'a', priority: 6 }, 40007],
    ['an action without a URL', { topic: 'a', actions: [{ action: 'view', label: 'a' }] }, 40018],
    ['a body of more than 8,192 bytes', { topic: 'a', message: '"'.repeat(4096) }, 41303],
  ])('rejects the same as ntfy: %s', async (_what, body, code) => {
    expect(await post(body)).toMatchObject({ code, status: Math.floor(code / 100) });
  });

  it('lets only a token publish to a protected topic', async () => {
    const { token } = await playground.api<{ token: string }>('POST', 'ntfy/topic', { topic: 'mine', protected: true });
    expect(await post({ topic: 'mine' })).toMatchObject({ code: 40301 });
    expect(await post({ topic: 'mine' }, 'tk_another')).toMatchObject({ code: 40101 });
    expect(await post({ topic: 'mine' }, token)).toMatchObject({ status: 200, event: 'message', message: 'triggered' });
  });
});
