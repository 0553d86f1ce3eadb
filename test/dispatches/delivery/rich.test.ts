import { describe, expect, it } from 'vitest';
import { dispatcher } from '../../support/dispatcher.ts';

const template = '{{#title}}{{job}}{{/title}}It **{{status}}** on {{host}}.\n\n{{#each steps}}\n- {{.}}\n{{/each}}';
const body = JSON.stringify({
  job: 'backup',
  status: 'failed',
  host: 'db-1',
  steps: ['dumped *all* tables', 'could not upload', 'cleaned up'],
});
const webhook = { format: 'rich' as const, useTemplate: true, template };

describe('a message of a rich webhook', () => {
  it('is sent with its formatting and its plain text, and both are stored', async () => {
    const { run, sent, memory, ports } = dispatcher({ body, webhook });
    ports.sender.richFitOf = async () => () => true;
    await run();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.rich).toMatchObject({
      title: [{ text: 'backup' }],
      blocks: [{ runs: [{ text: 'It ' }, { text: 'failed', bold: true }, { text: ' on db-1.' }] }, { kind: 'list' }],
    });
    expect(sent[0]?.text).toBe('backup\nIt failed on db-1.\n\n• dumped *all* tables\n• could not upload\n• cleaned up');
    expect(memory.dispatchOf()).toMatchObject({ renderedMessage: sent[0]?.text, rich: { message: sent[0]?.rich } });
  });

  it('is cut with its formatting, and continues from the stored parts after a failed part', async () => {
    const { run, sent, memory, clock } = dispatcher({
      body,
      webhook,
      answers: [{ kind: 'ok' }, { kind: 'retry', code: 'provider-unavailable', reason: 'Busy.', afterSeconds: 1 }],
    });
    await run();
    const { length } = sent;
    expect(length).toBe(2);
    expect(memory.dispatchOf()?.partsDone).toBe(1);
    clock.advance(30);
    await run(2);
    expect(memory.dispatchOf()?.state).toBe('success');
    expect(sent[length]).toMatchObject({ part: 2, rich: sent[1]?.rich, text: sent[1]?.text });
    expect(sent.slice(length).every(({ rich }) => rich)).toBe(true);
  });

  it.each([
    ['shows when a late call was received', 180, {}, 'Delayed: received 20 Nov 2026, 12:00 UTC'],
    [
      'shows when an event of a late call happened',
      1,
      { timestamp: 1_795_175_400 },
      'Happened: 20 Nov 2026, 11:50 UTC',
    ],
    ['shows no time of a punctual call', 1, { timestamp: '2026-11-20T11:59:00Z' }, undefined],
    ['shows no time without a zone', 1, { timestamp: '2026-11-20 11:00:00' }, undefined],
    ['shows no time that is an object without a text', 1, { timestamp: { toString: 1 } }, undefined],
  ])('%s', async (_, seconds, more, told) => {
    const { run, sent, clock } = dispatcher({
      body: JSON.stringify({ job: 'backup', ...more }),
      webhook: { ...webhook, template: '{{#title}}{{job}}{{/title}}' },
    });
    clock.advance(seconds);
    await run();
    expect(sent[0]?.text).toBe(['backup', ...(told ? [told] : [])].join('\n'));
  });

  it('is plain, and cut as plain text, if the webhook is plain', async () => {
    const { run, sent, memory } = dispatcher({ body, webhook: { ...webhook, format: 'plain' } });
    await run();
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.some((message) => 'rich' in message)).toBe(false);
    expect(memory.dispatchOf()).not.toHaveProperty('rich');
  });

  it('is not sent if only whitespace is left of it', async () => {
    const { run, sent, memory } = dispatcher({
      body,
      webhook: { ...webhook, template: '{{#title}}{{nope}}{{/title}}**{{nope}}**' },
    });
    await run();
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()?.errorCode).toBe('message-empty');
  });
});
