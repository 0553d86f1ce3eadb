import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RenderResult } from '../../lambdas/templates/render.ts';
import { createSandbox } from '../../lambdas/templates/sandbox/sandbox.ts';
import { sandboxRig } from './support.ts';

const rig = sandboxRig();

const payload = JSON.stringify({ name: 'octo', html: '<b>', list: [1, 2, 3] });
const render = (template: string, body = payload) => rig.sandbox.render({ template, body });
const codeOf = (result: RenderResult) => ('error' in result ? result.error.code : result.message);

describe('the sandbox', () => {
  it('renders like the language itself', async () => {
    expect(await render('{{name}} {{html}} {{list}} ☃')).toEqual({ message: 'octo <b> 1, 2, 3 ☃' });
  });

  it('passes everything a template may know', async () => {
    const result = await rig.sandbox.render({
      template: '{{$method}} {{$query.k}} {{$headers.`x-a`}} {{a}} {{$raw}}',
      body: 'a=1',
      contentType: 'application/x-www-form-urlencoded',
      headers: { 'X-A': 'b' },
      query: 'k=v',
      method: 'PUT',
    });
    expect(result).toEqual({ message: 'PUT v b 1 a=1' });
  });

  it('passes errors and warnings', async () => {
    expect(await render('{{ nope }}')).toEqual({ message: '', warnings: [{ code: 'W1', line: 1, column: 1 }] });
    expect(await render('x {{ a + }}')).toEqual({
      error: expect.objectContaining({ code: 'S0207', line: 1, column: 10 }),
    });
  });

  it('answers many renders at once, each with its own result', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => render('{{n}}', JSON.stringify({ n }))));
    expect(results).toEqual(Array.from({ length: 200 }, (_, n) => ({ message: String(n) })));
  });

  it('takes a body of a megabyte', async () => {
    const text = 'ü'.repeat(400_000);
    expect(await render('{{ $length(text) }}', JSON.stringify({ text }))).toEqual({ message: '400000' });
  });

  it('refuses a template after three kills, until an hour has passed or it is edited', async () => {
    let now = 0;
    const sandbox = createSandbox({ rendererPath: rig.rendererPath, now: () => now, killAfterMs: 200 });
    const render = (template: string) => sandbox.render({ template, body: '' });
    const template = '{{ $match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/) }}';
    for (let kill = 0; kill < 3; kill++) expect(codeOf(await render(template))).toBe('E2001');
    const { kills } = sandbox.metrics();
    expect(await render(template)).toEqual({
      error: expect.objectContaining({ code: 'E2001', message: expect.stringContaining('three times') }),
    });
    expect(sandbox.metrics().kills).toBe(kills);
    expect(codeOf(await render(`${template} `))).toBe('E2001');
    expect(sandbox.metrics().kills).toBe(kills + 1);
    now += 3_600_001;
    expect(codeOf(await render(template))).toBe('E2001');
    expect(sandbox.metrics().kills).toBe(kills + 2);
    await sandbox.close();
  });

  it('says of a killed render that another attempt may help, not of a refused or slow one', async () => {
    const killed = await render('{{ $match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!?", /^(a+)+$/) }}');
    expect(killed).toEqual({ error: expect.objectContaining({ code: 'E2001', killed: true }) });
    const slow = await render('{{ ($f := function(){ $f() }; $f()) }}');
    expect(slow).toEqual({ error: expect.not.objectContaining({ killed: true }) });
  });

  it('lets other renders pass while one hangs', async () => {
    const order: string[] = [];
    const hanging = render('{{ $match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!", /^(a+)+$/) }}').then(() =>
      order.push('hanging'),
    );
    const others = Promise.all(Array.from({ length: 50 }, () => render('{{name}}'))).then(() => order.push('others'));
    await Promise.all([hanging, others]);
    expect(order).toEqual(['others', 'hanging']);
  });

  it('starts a child before the first render when it is told to, and otherwise with it', async () => {
    const sandbox = createSandbox({ rendererPath: rig.rendererPath });
    expect(sandbox.metrics().children).toBe(0);
    sandbox.warm();
    sandbox.warm();
    expect(sandbox.metrics().children).toBe(1);
    expect(await sandbox.render({ template: '{{name}}', body: payload })).toEqual({ message: 'octo' });
    await sandbox.close();
  });

  it('keeps a spare while templates are new to it, and one child for those that it knows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sandbox = createSandbox({ rendererPath: rig.rendererPath });
    const render = (template: string) => sandbox.render({ template, body: payload });
    const children = () => sandbox.metrics().children;
    for (const template of ['{{name}}', '{{html}}']) {
      await render(template);
      await expect.poll(children).toBe(2);
      // A second child that was started beside the render has to be there before it can go.
      await expect
        .poll(() => {
          vi.advanceTimersByTime(10_000);
          return children();
        })
        .toBe(1);
    }
    expect(await render('{{name}}')).toEqual({ message: 'octo' });
    expect(children()).toBe(1);
    await sandbox.close();
  });

  it('runs each of the renders that wait with a strike, also when they wait for longer than a spare is kept', async () => {
    const sandbox = createSandbox({ rendererPath: rig.rendererPath, killAfterMs: 200, spareForMs: 50 });
    onTestFinished(() => sandbox.close());
    const render = (template: string) => sandbox.render({ template, body: payload });
    const hanging = '{{ $match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/) }}';
    await render('{{name}}');
    await render(hanging);
    const struck = await Promise.all([render(hanging), render(hanging)]);
    expect(struck.map(codeOf)).toEqual(['E2001', 'E2001']);
    expect(sandbox.metrics().kills).toBe(3);
  });

  it('answers with an error when the renderer cannot be started', async () => {
    const broken = createSandbox({ rendererPath: `${rig.rendererPath}.missing` });
    expect(codeOf(await broken.render({ template: '{{a}}', body: '{}' }))).toBe('E9000');
    await broken.close();
  });

  it('answers what is waiting when it is closed, and everything after', async () => {
    const other = createSandbox({ rendererPath: rig.rendererPath });
    const waiting = other.render({ template: '{{a}}', body: '{}' });
    await other.close();
    expect(codeOf(await waiting)).toBe('E9000');
    expect(codeOf(await other.render({ template: '{{a}}', body: '{}' }))).toBe('E9000');
  });
});
