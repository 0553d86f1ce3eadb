import { describe, expect, it } from 'vitest';
import type { RenderResult } from '../../lambdas/templates/render.ts';
import { dispatcher } from '../support/dispatcher.ts';

describe('a message’s text', () => {
  it.each([
    ['the default rendering', {}],
    ['a template', { useTemplate: true, template: '{{ hello }}' }],
  ])('carries no half characters, which no table and no provider takes: %s', async (_what, webhook) => {
    const { run, sent, memory } = dispatcher({ body: '{"hello":"a\\ud800b"}', webhook });
    await run();
    expect(sent[0]?.text).toContain('a\ufffdb');
    expect(memory.dispatchOf()?.renderedMessage.isWellFormed()).toBe(true);
    expect(memory.dispatchOf()?.state).toBe('success');
  });
});

describe('a message that is not rendered', () => {
  const killed: RenderResult = { error: { code: 'E2001', message: 'Too long', line: 1, column: 1 } };

  it('is sent as the beginning of its body if nothing can be rendered', async () => {
    const { ports, run, sent, memory } = dispatcher({ webhook: { name: 'Builds' }, body: 'x'.repeat(5000) });
    ports.sender.limitOf = () => ({ max: 4000, counted: 'utf16' });
    ports.renderer.render = async () => killed;
    expect(await run()).toEqual({ kind: 'ack' });
    expect(sent[0]?.text).toBe(`Builds\n${'x'.repeat(1000)}…`);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'success',
      note: 'The body could not be formatted and is shown unchanged.',
    });
  });

  it('fails immediately if its own template had to be killed', async () => {
    const { ports, run, memory } = dispatcher({ webhook: { useTemplate: true, template: 'x' } });
    ports.renderer.render = async () => killed;
    expect(await run()).toEqual({ kind: 'ack' });
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', attemptCount: 1 });
  });

  it('waits without an attempt while its template is quarantined, with reason and time, and is sent afterwards', async () => {
    const { ports, run, sent, memory, clock, message } = dispatcher({
      webhook: { useTemplate: true, template: '{{ hello }}' },
    });
    const { render } = ports.renderer;
    const again = { code: 'E2001', message: 'It was stopped three times', line: 1, column: 1, retryAfterSeconds: 1800 };
    ports.renderer.render = async () => ({ error: again });
    expect(await run()).toEqual({ kind: 'ack' });
    const at = new Date(clock().getTime() + 1_800_000);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      attemptCount: 0,
      generation: 1,
      errorMessage: 'It was stopped three times.',
      nextAttemptAt: at.toISOString(),
    });
    expect(memory.placeOf()).toEqual({ kind: 'due', at: at.toISOString() });
    expect(sent).toEqual([]);
    clock.advance(1800);
    ports.renderer.render = render;
    message.generation = 1;
    expect(await run()).toEqual({ kind: 'ack' });
    expect(sent.map(({ text }) => text)).toEqual(['you']);
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', attemptCount: 1 });
  });
});

describe("a webhook's rules for the subject of its calls", () => {
  const subject = { from: 'own' as const, key: '', state: '', severity: 'sev', title: '', link: '' };

  it('reach the renderer with the call', async () => {
    const { run, memory } = dispatcher({ body: '{"sev":"fatal","a":"b"}', webhook: { format: 'rich', subject } });
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', rich: { subject: { severity: 'critical' } } });
  });

  it('are reported in the dispatch if they fail, and the message is sent', async () => {
    const failing = { ...subject, severity: '$error("no")' };
    const { run, sent, memory } = dispatcher({ webhook: { format: 'rich', subject: failing } });
    await run();
    expect(sent).toHaveLength(1);
    expect(memory.dispatchOf()?.note).toContain('The rule for the subject’s severity failed');
  });

  it('are omitted if they had to be killed with the renderer, and the message is sent', async () => {
    const { ports, run, sent, memory } = dispatcher({ webhook: { format: 'rich', subject }, body: '{"hello":"you"}' });
    const { render } = ports.renderer;
    ports.renderer.render = async (request) =>
      request.subject?.from === 'own'
        ? { error: { code: 'E2001', message: 'Too long', line: 1, column: 1, retryAfterSeconds: 3600 } }
        : render(request);
    expect(await run()).toEqual({ kind: 'ack' });
    expect(sent[0]?.text).toContain('you');
    expect(memory.dispatchOf()).toMatchObject({
      state: 'success',
      note: 'The custom rules for severity, title and link timed out, so the message has none.',
    });
  });
});
