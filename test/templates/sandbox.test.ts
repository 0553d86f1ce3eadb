import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallRender } from '../../lambdas/templates/call-render.ts';
import type { RenderResult } from '../../lambdas/templates/render.ts';
import { createSandbox, type RenderOrigin, type Sandbox } from '../../lambdas/templates/sandbox/sandbox.ts';
import { rendererBuild } from '../../lib/build/renderer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { factsOf, type KnownCall, knownCalls } from './ready-made-calls.ts';
import { sandboxRig } from './support.ts';

const rig = sandboxRig();
// The renderer has a low priority, so it gets little time on a busy processor.
vi.setConfig({ testTimeout: 60_000 });

const payload = JSON.stringify({ name: 'octo', html: '<b>', list: [1, 2, 3] });
const OWNER: RenderOrigin = { userId: 1, webhookId: 11 };
const STRANGER: RenderOrigin = { userId: 2, webhookId: 21 };

const renderIn = (sandbox: Sandbox, template: string, origin = OWNER, body = payload) =>
  sandbox.render({ template, body, webhookName: 'Builds' }, origin);
const render = (template: string, body = payload) => renderIn(rig.sandbox, template, OWNER, body);
const codeOf = (result: RenderResult) => ('error' in result ? result.error.code : result.message);

/** A template that never ends. Each number results in a different text. */
const hanging = (number: number) => `{{ $match("${'a'.repeat(50)}!${number}", /^(a+)+$/) }}`;
/** A template that hangs only for a special payload. */
const FRAGILE = '{{ $match(text, /^(a+)+$/) }}';
const BAIT = JSON.stringify({ text: `${'a'.repeat(50)}!` });

/** A separate sandbox with a short time limit. */
const aSandbox = (options: Partial<Parameters<typeof createSandbox>[0]> = {}): Sandbox => {
  const sandbox = createSandbox({ rendererPath: rig.rendererPath, killAfterMs: 60, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
};

/** The names of renders in the order in which they ended. */
const orderOf = async (renders: Record<string, Promise<unknown>>): Promise<string[]> => {
  const order: string[] = [];
  await Promise.all(Object.entries(renders).map(([name, each]) => each.then(() => order.push(name))));
  return order;
};

/** The path of a renderer that waits or computes for the milliseconds in the template before it responds. */
const rendererThat = async (does: 'waits' | 'computes'): Promise<string> => {
  const folder = temporaryFolder();
  const rendererPath = join(folder, 'renderer.mjs');
  const work =
    does === 'waits'
      ? 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(request.template))'
      : 'for (const end = cpuMs() + Number(request.template); cpuMs() < end; );';
  const contents = `
    import { readSync, writeSync } from 'node:fs';
    import { decodeRequest, encodeAnswer, FrameReader, READY } from './frames.ts';
    const [reader, chunk] = [new FrameReader(), Buffer.alloc(65536)];
    const cpuMs = () => Object.values(process.cpuUsage()).reduce((sum, each) => sum + each) / 1000;
    const answer = (id, message) => writeSync(1, encodeAnswer(id, { message }, cpuMs()));
    answer(READY, '');
    for (let bytes = readSync(0, chunk); bytes > 0; bytes = readSync(0, chunk))
      for (const frame of reader.add(Buffer.from(chunk.subarray(0, bytes)))) {
        const { id, request } = decodeRequest(frame);
        ${work}
        answer(id, 'late');
      }`;
  const resolveDir = join(import.meta.dirname, '../../lambdas/templates/sandbox');
  const stdin = { contents, resolveDir, loader: 'ts' as const };
  const bundled = await build({ stdin, bundle: true, format: 'esm', platform: 'node', write: false });
  await writeFile(rendererPath, bundled.outputFiles[0]?.text ?? '');
  return rendererPath;
};

describe('the sandbox', () => {
  it('renders like the language itself', async () => {
    expect(await render('{{name}} {{html}} {{list}} ☃')).toMatchObject({ message: 'octo <b> 1, 2, 3 ☃' });
  });

  it('passes all data that a template can use', async () => {
    const call: CallRender = {
      template: '{{$method}} {{$query.k}} {{$headers.`x-a`}} {{a}} {{$raw}}',
      webhookName: 'Builds',
      body: 'a=1',
      contentType: 'application/x-www-form-urlencoded',
      headers: { 'X-A': 'b' },
      query: 'k=v',
      method: 'PUT',
    };
    expect(await rig.sandbox.render(call, OWNER)).toMatchObject({ message: 'PUT v b 1 a=1' });
  });

  it('passes errors and warnings', async () => {
    expect(await render('{{ nope }}')).toEqual({ message: '', warnings: [{ code: 'W1', line: 1, column: 1 }] });
    expect(await render('x {{ a + }}')).toEqual({
      error: expect.objectContaining({ code: 'S0207', line: 1, column: 10 }),
    });
  });

  it('reads a webhook’s call without a template, and reports unread parts', async () => {
    const call = { template: undefined, webhookName: 'Builds', contentType: 'application/x-www-form-urlencoded' };
    expect(await rig.sandbox.render({ ...call, body: 'a=1' }, OWNER)).toMatchObject({ message: 'A: 1' });
    const result = await rig.sandbox.render({ ...call, body: 'a&'.repeat(60_000) }, OWNER);
    expect(result).toMatchObject({
      message: expect.stringMatching(/^\S/),
      note: 'The call has 60000 fields. Only the first 1000 were read.',
    });
  });

  it('reads the messages of the call’s service only, when the call comes', async () => {
    const folder = temporaryFolder();
    await build(rendererBuild(folder));
    for (const file of await readdir(join(folder, 'messages')))
      if (file !== 'uptime-kuma.gen.json') await rm(join(folder, 'messages', file));
    const sandbox = aSandbox({ rendererPath: join(folder, 'renderer.mjs') });
    const [kuma, grafana] = ['uptime-kuma', 'grafana-alert'].map((id) => knownCalls.find((call) => call.id === id));
    if (!kuma || !grafana) throw new Error('an example call is missing');
    const sent = (call: KnownCall) =>
      sandbox.render({ ...factsOf(call), template: undefined, webhookName: 'Builds' }, OWNER);
    expect(await sent(kuma)).toMatchObject({ message: kuma.message.join('\n') });
    expect(await sent(grafana)).toHaveProperty('error');
  });

  it('returns each of many concurrent renders its own result', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => render('{{n}}', JSON.stringify({ n }))));
    expect(results).toMatchObject(Array.from({ length: 200 }, (_, n) => ({ message: String(n) })));
  });

  it('accepts a body of a megabyte', async () => {
    const text = 'ü'.repeat(400_000);
    expect(await render('{{ $length(text) }}', JSON.stringify({ text }))).toMatchObject({ message: '400000' });
  });

  it('starts a child process before the first render on request, otherwise with it', async () => {
    const sandbox = aSandbox();
    expect(sandbox.metrics().children).toBe(0);
    sandbox.warm();
    sandbox.warm();
    expect(sandbox.metrics().children).toBe(1);
    expect(await renderIn(sandbox, '{{name}}')).toMatchObject({ message: 'octo' });
    expect(sandbox.metrics().children).toBe(1);
  });

  it('ends idle child processes and keeps one', async () => {
    const sandbox = aSandbox({ idleMs: 1 });
    await renderIn(sandbox, '{{name}}');
    await renderIn(sandbox, '{{name}}', STRANGER);
    await expect.poll(() => sandbox.metrics().children).toBe(1);
    expect(await renderIn(sandbox, '{{name}}')).toMatchObject({ message: 'octo' });
  });

  it('ends an idle child process even while another one is always busy', async () => {
    const sandbox = aSandbox({ rendererPath: await rendererThat('waits'), idleMs: 200 });
    await renderIn(sandbox, '0');
    await renderIn(sandbox, '0', STRANGER);
    expect(sandbox.metrics().children).toBe(2);
    for (let render = 0; render < 100 && sandbox.metrics().children > 1; render++) await renderIn(sandbox, '10');
    expect(sandbox.metrics().children).toBe(1);
  });

  it('returns a temporary error if the renderer cannot start, and reports it', async () => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    onTestFinished(() => void vi.restoreAllMocks());
    const broken = aSandbox({ rendererPath: `${rig.rendererPath}.missing` });
    expect(await renderIn(broken, '{{a}}')).toEqual({
      error: expect.objectContaining({ code: 'E9000', retryAfterSeconds: 300 }),
    });
    expect(lines.join('')).toContain('renderer failed to start');
  });

  it('answers waiting and later renders when it is closed', async () => {
    const other = aSandbox();
    const waiting = renderIn(other, '{{a}}');
    await other.close();
    expect(codeOf(await waiting)).toBe('E9000');
    expect(codeOf(await renderIn(other, '{{a}}'))).toBe('E9000');
  });

  it('limits a render by its CPU time, not by its wait on a busy machine', async () => {
    const rendererPath = await rendererThat('waits');
    expect(await renderIn(aSandbox({ rendererPath, killAfterMs: 100 }), '400')).toMatchObject({ message: 'late' });
  });

  it('retries a render that got no CPU time on a busy machine, without counting it as a failure', async () => {
    const sandbox = aSandbox({ rendererPath: await rendererThat('waits'), giveUpAfterMs: 300 });
    for (let time = 0; time < 2; time++)
      expect(await renderIn(sandbox, '60000')).toEqual({
        error: expect.objectContaining({
          message: expect.stringContaining('the system is busy'),
          retryAfterSeconds: 30,
        }),
      });
    expect(sandbox.metrics().kills).toBe(0);
  });

  it('renders slow templates after fast ones, and all of them', async () => {
    const rendererPath = await rendererThat('computes');
    const sandbox = aSandbox({ rendererPath, killAfterMs: 5000, giveUpAfterMs: 100_000 });
    const slow = [2, 3].map((userId) => [`slow ${userId}`, renderIn(sandbox, '1000', { userId })]);
    const quick = [5, 6, 7].map((userId) => [`quick ${userId}`, renderIn(sandbox, '0', { userId })]);
    const order = await orderOf(Object.fromEntries([...slow, ...quick]));
    expect(order.slice(0, 3).toSorted()).toEqual(['quick 5', 'quick 6', 'quick 7']);
    for (const [, result] of [...slow, ...quick]) expect(await result).toMatchObject({ message: 'late' });
    expect(sandbox.metrics().kills).toBe(0);
  });
});

describe('a hanging render', () => {
  /** A sandbox that kills nothing during a test. Renders that pass a hanging one did not wait for its end. */
  const patientSandbox = () => aSandbox({ killAfterMs: 60_000, giveUpAfterMs: 60_000 });

  it("delays no other account's renders", async () => {
    const sandbox = patientSandbox();
    void renderIn(sandbox, hanging(0), STRANGER);
    const others = Array.from({ length: 50 }, () => renderIn(sandbox, '{{name}}'));
    for (const result of await Promise.all(others)) expect(result).toMatchObject({ message: 'octo' });
  });

  it('delays no other account if a payload makes a known template hang', async () => {
    const sandbox = patientSandbox();
    for (const origin of [OWNER, STRANGER]) expect(codeOf(await renderIn(sandbox, FRAGILE, origin, '{}'))).toBe('');
    void renderIn(sandbox, FRAGILE, STRANGER, BAIT);
    expect(codeOf(await renderIn(sandbox, FRAGILE, OWNER, '{}'))).toBe('');
  });

  it('does not delay another account’s new template, for any number of hostile accounts and calls', async () => {
    const sandbox = patientSandbox();
    await renderIn(sandbox, '{{name}}');
    for (const userId of [2, 3])
      for (const number of [1, 2]) void renderIn(sandbox, hanging(number), { userId, webhookId: userId * 10 + number });
    const result = await renderIn(sandbox, '{{list}}', { userId: 4, webhookId: 41 });
    expect(result).toMatchObject({ message: '1, 2, 3' });
  });

  it('is killed in turn, regardless of other calls', async () => {
    const sandbox = aSandbox({ killAfterMs: 200, giveUpAfterMs: 60_000 });
    const renders = [2, 3].flatMap((userId) =>
      [1, 2].map((n) => renderIn(sandbox, hanging(n), { userId, webhookId: n })),
    );
    for (const result of await Promise.all(renders)) expect(codeOf(result)).toBe('E2001');
    expect(sandbox.metrics().kills).toBe(4);
  });

  it('does not affect other payloads of its webhook', async () => {
    const sandbox = aSandbox();
    for (let kill = 0; kill < 2; kill++) {
      expect(codeOf(await renderIn(sandbox, FRAGILE, OWNER, BAIT))).toBe('E2001');
      expect(await renderIn(sandbox, FRAGILE, OWNER, '{"text":"aa"}')).toHaveProperty('message');
    }
  });

  it('quarantines its webhook at the third time, for an hour or until its template is edited', async () => {
    let now = 0;
    const sandbox = aSandbox({ now: () => now });
    const template = hanging(0);
    for (let kill = 0; kill < 3; kill++) expect(codeOf(await renderIn(sandbox, template))).toBe('E2001');
    now += 60_000;
    expect(await renderIn(sandbox, template)).toEqual({
      error: expect.objectContaining({ message: expect.stringContaining('three times'), retryAfterSeconds: 3540 }),
    });
    expect(sandbox.metrics().kills).toBe(3);
    expect(await renderIn(sandbox, '{{name}}')).toMatchObject({ message: 'octo' });
    now += 3_600_000;
    expect(await renderIn(sandbox, template)).not.toHaveProperty('error.retryAfterSeconds');
    expect(sandbox.metrics().kills).toBe(4);
  });

  it('does not count against the same template of another webhook', async () => {
    const sandbox = aSandbox();
    for (let kill = 0; kill < 3; kill++) await renderIn(sandbox, FRAGILE, STRANGER, BAIT);
    expect(await renderIn(sandbox, FRAGILE, STRANGER, '{"text":"aa"}')).toHaveProperty('error.retryAfterSeconds');
    for (const origin of [OWNER, { userId: 2 }])
      expect(await renderIn(sandbox, FRAGILE, origin, '{"text":"aa"}')).toHaveProperty('message');
  });
});

describe('a hanging subject rule', () => {
  const rule = { from: 'own' as const, key: '', state: '', severity: '', title: '$match(text, /^(a+)+$/)', link: '' };

  it('is killed and quarantined alone: the same template still works without it', async () => {
    const sandbox = aSandbox();
    const call = { template: '{{ text }}', body: BAIT, webhookName: 'Builds' };
    for (let time = 0; time < 3; time++)
      expect(codeOf(await sandbox.render({ ...call, subject: rule }, OWNER))).toBe('E2001');
    expect(await sandbox.render({ ...call, subject: rule }, OWNER)).toMatchObject({
      error: { retryAfterSeconds: expect.any(Number) },
    });
    expect(codeOf(await sandbox.render({ ...call, subject: { ...rule, from: 'off' } }, OWNER))).toContain('aaa');
  });
});
