import { describe, expect, it } from 'vitest';
import { packRich, unpackRich } from '../../../lambdas/adapters/dynamodb/rich-content.ts';
import { dispatcher } from '../../support/dispatcher.ts';

const body = '{"job":"backup","status":"failed","id":"b-7"}';

describe('a call’s subject in its dispatch', () => {
  it('is sent to the target and stored if messages of the webhook are rich', async () => {
    const { run, sent, memory } = dispatcher({ body, webhook: { format: 'rich' } });
    await run();
    const subject = { key: 'b-7', state: 'open', severity: 'critical' };
    expect(sent[0]?.subject).toMatchObject(subject);
    expect(memory.dispatchOf()?.rich?.subject).toMatchObject(subject);
  });

  it('is not sent if they are plain, but the list still shows the severity', async () => {
    const { run, sent, memory } = dispatcher({ body });
    await run();
    expect(sent[0]).not.toHaveProperty('subject');
    expect(memory.dispatchOf()).not.toHaveProperty('rich');
    expect(memory.dispatchOf()?.headline).toMatchObject({ severity: 'critical' });
  });

  it('is omitted from the headline if it has the most common values', async () => {
    const { run, memory } = dispatcher({ body: '{"hello":"you"}' });
    await run();
    expect(Object.keys(memory.dispatchOf()?.headline ?? {})).toEqual(['title']);
  });

  it('is stored compressed, and without the formatting if that is too large', () => {
    const subject = { state: 'open', severity: 'info', title: 'Deploy' } as const;
    const message = { blocks: [{ kind: 'paragraph' as const, runs: [{ text: 'a '.repeat(2000) }] }] };
    const packed = packRich({ subject, message });
    expect(packed.length).toBeLessThan(200);
    expect(unpackRich(packed)).toEqual({ subject, message });
    const noise = Array.from({ length: 40_000 }, (_, at) => ((at * 7919 * (at % 101)) % 9973).toString(36)).join('');
    const huge = { blocks: [{ kind: 'code' as const, text: noise }] };
    expect(unpackRich(packRich({ subject, message: huge }))).toEqual({ subject });
  });
});
