import { describe, expect, it } from 'vitest';
import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import { dispatcher, receiptOf } from '../support/dispatcher.ts';

describe('a failing template', () => {
  it('causes a visible error with its place, and one notice without the payload', async () => {
    const { run, sent, memory, message, ports } = dispatcher({
      body: '{"secret":"s3cret"}',
      webhook: { useTemplate: true, template: '{{ secret + }}' },
    });
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'error' });
    expect(memory.dispatchOf()?.errorMessage).toContain('Line 1, column');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('Deploys');
    expect(sent[0]?.text).not.toContain('s3cret');
    const again = { ...message, invocationId: message.invocationId };
    await deliver(again, receiptOf(ports.clock, 2), ports);
    expect(sent).toHaveLength(1);
  });

  it('also causes an error if it renders an empty message', async () => {
    const { run, memory, sent } = dispatcher({ webhook: { useTemplate: true, template: '{{ nothing }}' } });
    await run();
    expect(memory.dispatchOf()?.errorCode).toBe('message-empty');
    expect(sent).toHaveLength(0);
  });
});
