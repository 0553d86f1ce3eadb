import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../../integrations/targets/examples.gen.ts';
import type { CallFacts } from '../../../lambdas/templates/payload.ts';
import { renderCall } from '../../../lambdas/templates/render-call.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { factsOf, knownCalls } from '../../templates/ready-made-calls.ts';
import { everyKind } from './every-kind.ts';
import { type Playground, startPlayground } from './support.ts';

/*
 * The fakes reject what the providers reject: crossing entities, invalid blocks and cards, embeds beyond their limits.
 * With RICH_FIXTURES=all, every known call is sent to every kind, with the recorded bodies in the folder RICH_RECORDED.
 * Otherwise, only a sample is sent.
 */
const ALL = process.env.RICH_FIXTURES === 'all';
const RECORDED = process.env.RICH_RECORDED ?? '';
const SAMPLE_STEP = 14;

interface Recorded {
  file: string;
  headers?: Record<string, string>;
  method?: string;
  query?: string;
  content_type?: string;
}

const recorded = (): CallFacts[] => {
  if (!existsSync(join(RECORDED, 'index.json'))) return [];
  const { payloads } = JSON.parse(readFileSync(join(RECORDED, 'index.json'), 'utf8')) as { payloads: Recorded[] };
  return payloads.map(({ file, headers = {}, method = 'POST', query, content_type: contentType }) => {
    const bytes = readFileSync(join(RECORDED, file));
    const body = bytes.toString('utf8');
    const undecodable = !bytes.equals(Buffer.from(body));
    return { body: undecodable ? '' : body, undecodable, headers, method, query, contentType };
  });
};

const sample = knownCalls.filter((_, index) => ALL || index % SAMPLE_STEP === 0).map(factsOf);
const calls: CallFacts[] = ALL ? [...sample, ...recorded()] : sample;

const messages = calls.flatMap((facts): RichMessage[] => {
  const result = renderCall({ ...facts, template: undefined, webhookName: 'Deploys', format: 'rich' });
  return 'rich' in result && result.rich ? [result.rich] : [];
});

let playground: Playground;
let all: Awaited<ReturnType<typeof everyKind>>;
beforeAll(async () => {
  playground = await startPlayground();
  all = await everyKind(playground);
});
afterAll(async () => {
  all.stop();
  await playground.stop();
});

describe('rich messages of known senders', () => {
  it('exist for every call', () => {
    expect(messages.length).toBe(calls.length);
    expect(messages.length).toBeGreaterThan(20);
  });

  it.each(Object.keys(examples))(
    'pass the strict rules of the fake of %s',
    async (kind) => {
      const refused: unknown[] = [];
      for (const rich of messages) {
        const deliveries = await all.deliver(kind, rich);
        if (deliveries.some((delivery) => delivery.kind !== 'ok' || delivery.note?.includes('refused')))
          refused.push({ deliveries, rich });
      }
      expect(refused).toEqual([]);
    },
    ALL ? 600_000 : 20_000,
  );
});
