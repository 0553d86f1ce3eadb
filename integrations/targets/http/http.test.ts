import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageLimit } from '../../../lambdas/model/message.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import { createTarget } from '../../../lambdas/targets/create-target.ts';
import { limitOf, richFitOf } from '../../../lambdas/targets/send.ts';
import { updateTarget } from '../../../lambdas/targets/update-target.ts';
import { splitMessage } from '../../../lambdas/templates/split-message.ts';
import { units } from '../../../lambdas/templates/units.ts';
import { deliveryRig, message, target, world } from '../../../test/targets/support.ts';
import { example } from './example.ts';

const rig = deliveryRig();
const { secrets = {} } = example;
const facts = { key: 'disk', state: 'resolved', severity: 'critical', title: 'Disk full' } as const;
const receiver = (options: Record<string, unknown> = {}, more: Record<string, string> = {}): Target =>
  target({ kind: 'http', options, secrets: { ...secrets, ...more } });
const request = () => rig.server.received[0];

describe('a body template', () => {
  const everything =
    '{"text": message, "about": [title, link, severity, state, key], "part": [part, parts], "hook": webhook, "v": values}';

  it('writes the body from the message and the target’s values', async () => {
    const to = receiver(
      { method: 'PUT', body_template: everything, content_type: 'application/vnd.example+json' },
      { 'value:room': 'ops "1"' },
    );
    expect(await rig.deliverTo(to, { facts, text: 'a "b"\n{{c}}' })).toEqual({ kind: 'ok' });
    expect(request()?.method).toBe('PUT');
    expect(request()?.headers['content-type']).toBe('application/vnd.example+json');
    expect(JSON.parse(request()?.body ?? '')).toEqual({
      text: 'a "b"\n{{c}}',
      about: ['Disk full', message().link, 'critical', 'resolved', 'disk'],
      part: [1, 1],
      hook: 'Builds',
      v: { room: 'ops "1"' },
    });
  });

  it('can be a text, and the title is the webhook’s name if nothing better is known', async () => {
    await rig.deliverTo(receiver({ body_template: '{{title}}: {{message}}', content_type: 'text/plain' }));
    expect(request()?.body).toBe('Builds: Build #12 passed');
  });

  it('is signed like any other body', async () => {
    await rig.deliverTo(receiver({ body_template: '{{message}}' }));
    expect(request()?.headers).toMatchObject({
      'webhook-id': message().id,
      'webhook-signature': expect.stringMatching(/^v1,/),
      authorization: 'Bearer theReceiversOwnToken',
    });
  });

  it.each([
    ['fails', 'message + 1', 'T2001', 'Line 1, column 9: '],
    ['takes too long', '($f := function($n) { $f($n + 1) }; $f(0))', 'E2001', 'Line 1, column 1: '],
    ['is not a template', '{{#if}}', 'E1002', 'Line 1, column '],
  ])('that %s is a visible error of the dispatch, and nothing is sent', async (_, template, code, words) => {
    const outcome = await rig.deliverTo(receiver({ body_template: template }));
    expect(outcome).toMatchObject({ kind: 'fail_message', code });
    expect('reason' in outcome && outcome.reason).toContain(`The target’s body template failed. ${words}`);
    expect(rig.server.received).toEqual([]);
  });

  it('that gives no text is a visible error, too', async () => {
    expect(await rig.deliverTo(receiver({ body_template: '{{nothing}}' }))).toMatchObject({
      kind: 'fail_message',
      code: 'message-empty',
    });
  });

  it('that the sandbox has quarantined is tried again when it can run', async () => {
    const error = { code: 'E2001', message: 'Stopped three times', line: 1, column: 1, retryAfterSeconds: 90 };
    const renderer = { render: async () => ({ error }) };
    expect(await rig.deliverTo(receiver({ body_template: '{{message}}' }), {}, { renderer })).toMatchObject({
      kind: 'retry',
      code: 'E2001',
      afterSeconds: 90,
      wasSent: false,
    });
  });

  it('never tells a secret value in its error', async () => {
    const to = receiver({ body_template: '$error(values.token)' }, { 'value:token': 'theTokenInTheBody' });
    const outcome = await rig.deliverTo(to);
    expect(outcome).toMatchObject({ kind: 'fail_message', reason: expect.stringContaining('***') });
    expect(JSON.stringify(outcome)).not.toContain('theTokenInTheBody');
  });

  it('never repeats a secret value that the receiver returns', async () => {
    rig.server.answer({ status: 400, body: 'no such token: theTokenInTheBody' });
    const to = receiver({ body_template: '{{values.token}}' }, { 'value:token': 'theTokenInTheBody' });
    const outcome = await rig.deliverTo(to);
    expect(request()?.body).toBe('theTokenInTheBody');
    expect(JSON.stringify(outcome)).not.toContain('theTokenInTheBody');
    expect(outcome).toMatchObject({ providerWords: expect.stringContaining('no such token: ***') });
  });
});

describe('the response', () => {
  it.each([
    [{}, 204, '', 'ok'],
    [{ success: [202, 409] }, 202, '', 'ok'],
    [{ success: [202, 409] }, 409, '', 'ok'],
    [{ success: [202, 409] }, 200, '', 'retry'],
    [{ success_text: '"success"' }, 200, '{"msg":"success"}', 'ok'],
    [{ success_text: '"success"' }, 200, '{"msg":"token is invalid"}', 'retry'],
    [{}, 400, '', 'retry'],
    [{ rejected: [400] }, 400, '', 'fail_message'],
    [{ rejected: [400] }, 429, '', 'retry'],
    [{ success_text: '"success"' }, 410, '"success"', 'fail_target'],
  ])('with the options %j and status %i, body %j is judged as %s', async (options, status, body, kind) => {
    rig.server.answer({ status, body });
    expect((await rig.deliverTo(receiver(options))).kind).toBe(kind);
  });
});

describe('the limit of one target', () => {
  const limit: MessageLimit = { max: 60, counted: 'utf8Bytes' };

  it('applies to this target only', () => {
    expect(limitOf('http', { limit })).toEqual(limit);
    expect(limitOf('http', {})).toBeUndefined();
    expect(limitOf('telegram', { limit })).toEqual(limitOf('telegram'));
  });

  it('splits a text into parts that fit and rejoin', async () => {
    const text = Array.from({ length: 40 }, (_, index) => `wörd${index}`).join(' ');
    const { parts, truncated } = splitMessage(text, { ...limit, cost: units[limit.counted], split: true });
    expect(truncated).toBe(false);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(units.utf8Bytes(part)).toBeLessThanOrEqual(limit.max);
    expect(parts.map((part) => part.replace(/^\(\d+\/\d+\) /, '')).join(' ')).toBe(text);
  });

  it('applies to formatted parts', async () => {
    const fits = await richFitOf('http', { limit });
    const part = (text: string) => ({ blocks: [{ kind: 'paragraph' as const, runs: [{ text }] }] });
    expect([fits?.(part('x'.repeat(60))), fits?.(part('x'.repeat(61)))]).toEqual([true, false]);
  });
});

describe('the options', () => {
  let here: ReturnType<typeof world>;
  beforeEach(() => {
    here = world();
  });
  const url = 'https://hooks.example.com/in/my-secret-path?k=v';
  const create = (options: Record<string, unknown>) =>
    createTarget(11, { name: 'Ops', type: 'http', enabled: true, options: { url, ...options } }, here.ports);
  const open = (id: number) =>
    here.ports.sealer.open(here.ports.targets.all.get(id)?.sealedSecrets ?? '', `target 11/${id}`);

  const all = {
    method: 'PUT',
    body_template: '{"text": message}',
    content_type: 'application/x-www-form-urlencoded; charset=utf-8',
    success: [200, 409],
    rejected: [400, 422],
    success_text: 'done',
    limit: { max: 1000, counted: 'utf16' },
  };

  it('are stored and shown, but the values are secret', async () => {
    const made = await create({ ...all, values: { token: 'theTokenInTheBody' } });
    expect(made.options).toMatchObject({ ...all, values: { token: '***' } });
    expect(JSON.stringify([...here.ports.targets.all.values(), made.options.values])).not.toContain(
      'theTokenInTheBody',
    );
    expect(open(made.id)).toMatchObject({ url, 'value:token': 'theTokenInTheBody' });
  });

  it.each([
    ['method', { method: 'GET' }, 'must be POST or PUT'],
    ['body_template', { body_template: '' }, 'must not be empty'],
    ['body_template', { body_template: 'x'.repeat(16_385) }, 'at most 16384 characters'],
    ['body_template', { body_template: '{{#if message}}' }, 'E1004'],
    ['body_template', { body_template: 'message + 1' }, 'T2001'],
    ['content_type', { content_type: 'text/plain\r\nx: y' }, 'is not a content type'],
    ['headers.Content-Type', { headers: { 'Content-Type': 'text/plain' } }, 'can’t be changed'],
    ['success', { success: [] }, 'at least one'],
    ['success.0', { success: [99] }, 'from 200 to 599'],
    ['success_text', { success_text: '' }, 'must not be empty'],
    ['limit.max', { limit: { max: 39 } }, 'from 40 to 100000'],
    ['limit.counted', { limit: { max: 100, counted: 'words' } }, 'utf16'],
    ['values.Not-A-Name', { values: { 'Not-A-Name': 'x' } }, 'lower-case'],
    ['values.token', { values: { token: 'x'.repeat(1025) } }, 'at most 1024'],
  ])('are rejected at the field options.%s', async (path, options, words) => {
    await expect(create(options)).rejects.toMatchObject({
      code: 'target-options-wrong',
      fields: [{ path: `options.${path}`, message: expect.stringContaining(words) }],
    });
  });

  it('stay when one of them changes, and null removes one', async () => {
    const { id } = await create({
      ...all,
      values: { token: 'theTokenInTheBody' },
      headers: { 'X-Key': 'aHeaderSecret' },
    });
    const change = (options: Record<string, unknown>) => updateTarget(11, id, { options }, here.ports);
    const changed = await change({ body_template: '{"body": message}', success: null });
    const { success: _success, ...rest } = all;
    expect(changed.options).toMatchObject({ ...rest, body_template: '{"body": message}', values: { token: '***' } });
    expect(changed.options).not.toHaveProperty('success');
    expect(open(id)).toMatchObject({ url, 'value:token': 'theTokenInTheBody', 'header:x-key': 'aHeaderSecret' });
  });
});
