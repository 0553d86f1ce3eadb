import { describe, expect, it } from 'vitest';
import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import { giveUp } from '../../lambdas/dispatches/states.ts';
import { createPace } from '../../lambdas/targets/pace.ts';
import { busy, dispatcher, receiptOf } from '../support/dispatcher.ts';
import { aWebhook } from '../support/in-memory.ts';

describe('a long message', () => {
  const body = 'one two three four five six seven eight nine ten eleven twelve thirteen';

  it('is sent in parts, and continues after the parts already sent', async () => {
    const { run, sent, memory, clock } = dispatcher({
      body,
      webhook: { useTemplate: true, template: '{{ $raw }}' },
      answers: [{ kind: 'ok' }, busy],
    });
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', partsDone: 1 });
    clock.advance(7);
    await run(2);
    const parts = sent.map((message) => message.part);
    expect(parts.slice(0, 3)).toEqual([1, 2, 2]);
    expect(new Set(parts).size).toBe(sent[0]?.parts);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it('records the time of its last part to a slow provider, even if it was isolated', async () => {
    const { ports, message, memory, clock, sent } = dispatcher({
      body,
      webhook: { useTemplate: true, template: '{{ $raw }}' },
    });
    ports.pace = createPace({
      paceOf: () => 1,
      laneStore: memory.stores.laneStates,
      clock,
      sleep: async (ms) => clock.advance(ms / 1000),
    });
    const { send } = ports.sender;
    ports.sender.send = async (...args) => {
      const delivery = await send(...args);
      clock.advance(0.9);
      return delivery;
    };
    await deliver({ ...message, previousAt: null }, receiptOf(clock), ports);
    expect(sent.length).toBeGreaterThan(1);
    expect(memory.table.sentAt.get(21)).toBe(new Date(clock().getTime() - 900).toISOString());
  });

  it('keeps its initial text if the template changes in between', async () => {
    const { run, sent, memory, clock } = dispatcher({
      body,
      webhook: { useTemplate: true, template: '{{ $raw }}' },
      answers: [{ kind: 'ok' }, busy],
    });
    await run();
    memory.table.webhooks.set(11, aWebhook({ useTemplate: true, template: 'other text' }));
    clock.advance(7);
    await run(2);
    expect(sent.every((message) => !message.text.includes('other text'))).toBe(true);
  });

  it('is not continued if its owner cancels it between two parts', async () => {
    const { run, sent, memory, ports } = dispatcher({ body, webhook: { useTemplate: true, template: '{{ $raw }}' } });
    ports.dispatches = {
      ...memory.stores.dispatches,
      saveWithoutSummary: async (...args) => {
        const known = memory.dispatchOf();
        if (known || sent.length === 0) return memory.stores.dispatches.saveWithoutSummary(...args);
        await memory.stores.dispatches.save(
          giveUp({ ...args[0], version: 0 }, { code: 'given-up', text: 'You stopped retrying this message.' }),
        );
        return undefined;
      },
    };
    await run();
    expect(sent.map(({ part }) => part)).toEqual([1]);
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', errorMessage: 'You stopped retrying this message.' });
  });

  it('is cut with a mark if its webhook does not split', async () => {
    const { run, sent, memory } = dispatcher({
      body,
      webhook: { splitMessage: false, useTemplate: true, template: '{{ $raw }}' },
    });
    await run();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text.endsWith('(truncated)')).toBe(true);
    expect(memory.dispatchOf()?.note).toContain('cut');
  });
});

describe('a message that its target rejects permanently', () => {
  it('makes the target inactive if the provider rejects it permanently', async () => {
    const { run, effects, outbox, memory } = dispatcher({
      answers: [{ kind: 'fail_target', code: 'connection-revoked', reason: 'The bot was blocked.' }],
    });
    await run();
    expect(effects.apply).toHaveBeenCalledOnce();
    expect(outbox.put).toHaveBeenCalledOnce();
    expect(memory.dispatchOf()?.state).toBe('error');
  });
});
