import { describe, expect, it } from 'vitest';
import { limitOf, send } from '../../../lambdas/targets/send.ts';
import { dispatcher } from '../../support/dispatcher.ts';
import { target, world } from '../../targets/support.ts';

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

describe('a message whose body the target’s owner writes', () => {
  it('fails with a visible error if the body template fails', async () => {
    const { ports, run, memory } = dispatcher();
    const http = target({ kind: 'http', options: { body_template: 'message + 1' } });
    ports.sender.send = (message) => send(message, http, world().ports);
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', errorCode: 'T2001' });
    expect(JSON.stringify(memory.dispatchOf())).toContain('The target’s body template failed. Line 1, column 9: ');
  });

  it('has the subject of its call, even if it is plain', async () => {
    const { run, sent } = dispatcher({ body: '{"job":"backup","status":"failed","id":"b-7"}' });
    await run();
    expect(sent[0]?.facts).toMatchObject({ key: 'b-7', state: 'open', severity: 'critical' });
  });
});

describe('a message in parts', () => {
  it('has parts of the length that its target sets, which rejoin', async () => {
    const text = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    const { ports, run, sent, memory } = dispatcher({
      body: JSON.stringify({ text }),
      webhook: { useTemplate: true, template: '{{ text }}', splitMessage: true },
      target: { kind: 'http', options: { limit: { max: 60, counted: 'utf16' } } },
    });
    ports.sender.limitOf = limitOf as typeof ports.sender.limitOf;
    await run();
    expect(memory.dispatchOf()?.state).toBe('success');
    expect(sent.length).toBeGreaterThan(2);
    for (const part of sent) expect(part.text.length).toBeLessThanOrEqual(60);
    expect(sent.map((part) => part.text.replace(/^\(\d+\/\d+\) /, '')).join(' ')).toBe(text);
  });

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
