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
import { example, ROOM } from './example.ts';
import { kind } from './kind.ts';

const rig = deliveryRig();
const { options = {}, secrets = {} } = example;
const room = target({ kind: 'matrix', options, secrets });
const sent = () => rig.server.received.map(({ body }) => JSON.parse(body));
const path = (id: string, transaction: string) =>
  `/_matrix/client/v3/rooms/${encodeURIComponent(id)}/send/m.room.message/${transaction}`;

describe('a plain message', () => {
  it('is put with the message’s id as transaction, and mentions no one', async () => {
    await rig.deliverTo(room, { text: 'all *done* @room' });
    const [request] = rig.server.received;
    expect(request).toMatchObject({ method: 'PUT', url: path(ROOM, message().id) });
    expect(request?.headers.authorization).toBe(`Bearer ${secrets.token}`);
    expect(sent()).toEqual([
      { msgtype: 'm.text', body: `Builds\nall *done* @room\n\n${message().link}`, 'm.mentions': {} },
    ]);
  });

  it('is a notice if its owner wants no sound', async () => {
    await rig.deliverTo(room, { text: 'Builds: done', silent: true, link: '' });
    expect(sent()).toEqual([{ msgtype: 'm.notice', body: 'Builds: done', 'm.mentions': {} }]);
  });
});

const rich: RichMessage = {
  title: [{ text: 'acme/web: <CI> failed' }],
  link: 'https://ci.example/runs/7?a=1&b=2',
  severity: 'critical',
  blocks: [
    { kind: 'paragraph', runs: [{ text: 'by ' }, { text: 'ada', link: 'https://matrix.to/#/@ada:x.example' }] },
    { kind: 'code', text: 'a\n  <b>', language: 'ts' },
    {
      kind: 'list',
      items: [
        { depth: 0, runs: [{ text: 'x', bold: true }] },
        { depth: 1, number: 3, runs: [{ text: 'y', code: true }] },
        { depth: 0, runs: [{ text: 'z', strike: true }] },
      ],
    },
    { kind: 'rule' },
    { kind: 'quote', runs: [{ text: 'so\nit is', italic: true }] },
  ],
  facts: [{ label: 'Took', runs: [{ text: '3m' }] }],
};

describe('a rich message', () => {
  it('has its text as body and its looks as HTML with everything escaped', async () => {
    await rig.deliverTo(room, { rich, text: 'as text' });
    expect(sent()).toEqual([
      {
        msgtype: 'm.text',
        body: 'as text',
        'm.mentions': {},
        format: 'org.matrix.custom.html',
        formatted_body: [
          '<p>🔴 <a href="https://ci.example/runs/7?a=1&amp;b=2"><strong>acme/web: &lt;CI&gt; failed</strong></a></p>',
          '<p>by ada (https://matrix.to/#/@ada:x.example)</p>',
          '<pre><code class="language-ts">a\n  &lt;b&gt;</code></pre>',
          '<ul><li><strong>x</strong><ol start="3"><li><code>y</code></li></ol></li><li><del>z</del></li></ul>',
          '<hr>',
          '<blockquote><em>so<br>it is</em></blockquote>',
          '<p><strong>Took:</strong> 3m</p>',
          '<p><a href="https://ci.example/runs/7?a=1&amp;b=2">Open run</a> · ',
          `<a href="${message().link}">Open in Tellhook</a></p>`,
        ].join(''),
      },
    ]);
  });

  it('is sent as text in a separate transaction when the homeserver rejects the format', async () => {
    const body = JSON.stringify({ errcode: 'M_BAD_JSON', error: 'formatted_body is not valid' });
    rig.server.answer({ status: 400, body });
    expect(await rig.deliverTo(room, { rich, text: 'as text' })).toMatchObject({
      kind: 'ok',
      noteCode: 'formatting-refused',
    });
    expect(rig.server.received[1]?.url).toBe(path(ROOM, `${message().id}.plain`));
    expect(sent()[1]).not.toHaveProperty('formatted_body');
  });

  it('is cut at the limit of an event', async () => {
    const fits = (await richFitOf('matrix')) ?? (() => true);
    const blocks: RichMessage['blocks'] = [{ kind: 'paragraph', runs: [{ text: '"€" '.repeat(15_000) }] }];
    const { parts } = splitRich({ ...rich, blocks }, { fits, split: true });
    expect(parts.length).toBeGreaterThan(3);
    for (const [index, part] of parts.entries())
      await rig.deliverTo(room, { rich: part, text: 'as text', part: index + 1, parts: parts.length });
    for (const { body } of rig.server.received) expect(example.hardLimit?.[1](body)).toBeLessThanOrEqual(65_536);
  });
});

describe('homeserver, room and token', () => {
  const here = world();
  const { url, room: id } = options as { url: string; room: string };
  const given = { url, room: id, token: secrets.token };
  const create = (sentOptions: Record<string, unknown>) =>
    createTarget(11, { name: 'Room', type: 'matrix', enabled: true, options: sentOptions }, here.ports);

  it.each([
    ['options.url', { ...given, url: 'http://matrix.homeserver.example' }],
    ['options.url', { ...given, url: 'https://10.0.0.1' }],
    ['options.url', { ...given, url: 'https://app.example.com' }],
    ['options.url', { ...given, url: 'https://matrix.to/#/!room' }],
    ['options.room', { ...given, room: '#releases:homeserver.example' }],
    ['options.room', { ...given, room: '!a/b' }],
    ['options.token', { ...given, token: 'short' }],
    ['options.token', { url, room: id }],
  ])('are checked: %s', async (wrong, sentOptions) => {
    await expect(create(sentOptions)).rejects.toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ path: wrong })]),
    });
  });

  it('keep the token secret, which stays for another room and not for another homeserver', async () => {
    const made = await create({ ...given, url: `${url}/` });
    expect(made).toMatchObject({ status: 'active', options });
    const moved = await updateTarget(11, made.id, { options: { room: '!other' } }, here.ports);
    expect(moved.options).toEqual({ url, room: '!other', token: '***' });
    expect(JSON.stringify([...here.ports.targets.all.values(), made, moved])).not.toContain(secrets.token);
    const elsewhere = { options: { url: 'https://other.example' } };
    await expect(updateTarget(11, made.id, elsewhere, here.ports)).rejects.toMatchObject({
      fields: [{ path: 'options.token' }],
    });
  });
});

describe('the stand-in', () => {
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground();
  });
  afterAll(() => playground.stop());
  const newRoom = () => playground.api<{ id: string; token: string }>('POST', 'matrix/room', {});
  let count = 0;
  const put = async (
    { id, token }: { id: string; token?: string },
    body: object | string,
    transaction = `t${++count}`,
  ) => {
    const answer = await playground.provider('matrix.homeserver.example', path(id, transaction), {
      method: 'PUT',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    return { status: answer.status, ...JSON.parse(answer.body) };
  };
  const text = (body: string) => ({ msgtype: 'm.text', body });

  it('takes each part of a message of 100 KB, and together they are the message', async () => {
    const made = await newRoom();
    const whole = `${'€uro <b>bold</b> "quoted" @room\t'.repeat(3100)}end`;
    expect(Buffer.byteLength(whole)).toBeGreaterThan(100_000);
    const limit = kind.limit ?? { max: 0, counted: 'utf8Bytes' };
    const { parts, truncated } = splitMessage(whole, { max: limit.max, cost: units[limit.counted], split: true });
    expect(truncated).toBe(false);
    const bodies: string[] = [];
    for (const [index, part] of parts.entries()) {
      rig.server.clear();
      await rig.deliverTo(room, { text: part, part: index + 2, parts: parts.length + 2 });
      const { body = '' } = rig.server.received[0] ?? {};
      expect((await put(made, body)).status).toBe(200);
      bodies.push(JSON.parse(body).body.replace(/^\(\d+\/\d+\) /, ''));
    }
    expect(bodies.join('\t').replaceAll('\t', ' ')).toBe(whole.replaceAll('\t', ' '));
    expect(await playground.losses()).toEqual([]);
    expect(await put(made, text('x'.repeat(65_000)))).toMatchObject({ status: 413, errcode: 'M_TOO_LARGE' });
  });

  it('takes a repeated transaction for the same message', async () => {
    const made = await newRoom();
    const first = await put(made, text('hi'), 'same');
    expect(await put(made, text('hi'), 'same')).toEqual(first);
    expect((await playground.received('matrix')).at(-1)?.note).toContain('no second message');
    expect((await put(await newRoom(), text('hi'), 'same')).event_id).not.toBe(first.event_id);
  });

  it('rejects the same as a homeserver', async () => {
    const made = await newRoom();
    expect(await put(made, 'hello')).toMatchObject({ status: 400, errcode: 'M_NOT_JSON' });
    expect(await put(made, { msgtype: 'm.text' })).toMatchObject({ status: 400, errcode: 'M_BAD_JSON' });
    expect(await put({ id: made.id }, text('a'))).toMatchObject({ status: 401, errcode: 'M_MISSING_TOKEN' });
    expect(await put({ ...made, token: 'x' }, text('a'))).toMatchObject({ status: 401, errcode: 'M_UNKNOWN_TOKEN' });
    expect(await put({ ...made, id: '!other' }, text('a'))).toMatchObject({ status: 403, errcode: 'M_FORBIDDEN' });
    await playground.api('POST', 'matrix/member', { id: made.id, left: true });
    expect(await put(made, text('a'))).toMatchObject({ status: 403, errcode: 'M_FORBIDDEN' });
  });

  it('notes what clients would not show', async () => {
    const html = { format: 'org.matrix.custom.html', formatted_body: '<script>a</script>' };
    await put(await newRoom(), { ...text('a'), ...html });
    expect(await playground.losses()).toHaveLength(1);
  });
});
