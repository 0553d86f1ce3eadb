import { describe, expect, it } from 'vitest';
import { dispatcher } from '../../support/dispatcher.ts';

describe('a message that crashes its dispatcher', () => {
  it('becomes a dead letter after the third crash in a row', async () => {
    const { ports, run, clock, memory, deadLettered, message } = dispatcher({
      webhook: { useTemplate: true, template: 'x' },
    });
    ports.renderer.render = async () => Promise.reject(new Error('the engine failed'));
    for (const [receives, seconds] of [
      [1, 10],
      [2, 60],
    ] as const) {
      expect(await run(receives)).toEqual({ kind: 'stay', seconds });
      clock.advance(seconds);
    }
    expect(await run(3)).toEqual({ kind: 'ack' });
    expect(deadLettered).toMatchObject([{ ...message, generation: 1 }]);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', crashes: 3, attemptCount: 0 });
  });
});
