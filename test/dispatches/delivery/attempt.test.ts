import { describe, expect, it } from 'vitest';
import { dispatcher } from '../../support/dispatcher.ts';

describe('a message without a text', () => {
  it('fails permanently if its stored call no longer exists', async () => {
    const { ports, run, sent, memory } = dispatcher();
    ports.invocations.content = (async () => undefined) as unknown as typeof ports.invocations.content;
    expect(await run()).toEqual({ kind: 'ack' });
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', errorCode: 'call-gone', attemptCount: 1 });
  });

  it('fails permanently without a request to the target if its template returns nothing', async () => {
    const { run, sent, memory } = dispatcher({ webhook: { useTemplate: true, template: '{{#if missing}}x{{/if}}' } });
    await run();
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', errorCode: 'message-empty' });
  });
});

describe('a message in parts', () => {
  it('continues with the text of the parts already sent, even if its template has changed', async () => {
    const { ports, run, sent, memory, clock } = dispatcher({
      body: JSON.stringify({ text: 'one '.repeat(20) }),
      webhook: { useTemplate: true, template: '{{ text }}', splitMessage: true },
      answers: [{ kind: 'ok' }, { kind: 'retry', code: 'provider-unavailable', reason: 'The provider is broken.' }],
    });
    await run();
    const started = memory.dispatchOf();
    expect(started).toMatchObject({ partsDone: 1 });
    ports.renderer.render = async () => ({ message: 'something else' });
    clock.advance(60);
    await run(2);
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', renderedMessage: started?.renderedMessage });
    expect(sent.some(({ text }) => text.includes('else'))).toBe(false);
  });
});
