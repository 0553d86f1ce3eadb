import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { TYPICAL, workOf } from '../../bench/costs.ts';
import { pushBody } from '../../bench/support/scenario.ts';
import { dispatchStore } from '../../lambdas/adapters/dynamodb/dispatch-store.ts';
import { invocationStore } from '../../lambdas/adapters/dynamodb/invocation-store.ts';
import { parseTarget } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { newDispatch } from '../../lambdas/model/dispatch.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { aSummary } from '../support/in-memory.ts';
import { tableStandIn } from '../support/tables.ts';

/**
 * The size of a value in DynamoDB, in bytes:
 * docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
const sizeOf = (value: unknown): number => {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce(
    (sum, [name, part]) => sum + 1 + (Array.isArray(value) ? 0 : Buffer.byteLength(name)) + sizeOf(part),
    3,
  );
};
/** DynamoDB adds 100 bytes to each stored item. */
const storedSizeOf = (item: object): number =>
  100 + Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

const stand = tableStandIn();

describe('a delivered call with one target', () => {
  it('is stored in the number of kilobytes that the cost model assumes', async () => {
    const table = await stand.another();
    const now = new Date('2026-11-20T12:00:00.000Z');
    const [userId, webhookId, targetId] = [123_456, 1_234_567_890_123_456, 1_234_567_890_654_321];
    const body = Buffer.from(pushBody('fix(cart): rounding of line'));
    const headers = {
      'user-agent': 'GitHub-Hookshot/044aadd',
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      'x-hub-signature-256': 'sha256=d57c68ca6f92289e6987922ff26938930f6e66a2d161ef06abdf1859230aa23c',
    };
    const id = newInvocationId(webhookId, now);
    const summary = aSummary(now, {
      id,
      userId,
      webhookId,
      size: body.byteLength,
      preview: body.toString('utf8', 0, 200),
      dispatches: { [targetId]: 'success' },
    });
    await invocationStore(table).insert(summary, { headers, body });
    await dispatchStore(table, parseTarget).save({
      ...newDispatch(summary, targetId, { name: 'Deployments', kind: 'slack' }),
      state: 'success',
      headline: { title: 'acme/web: octo pushed "fix(cart): rounding of line"', sender: 'GitHub', event: 'push' },
      renderedMessage: 'acme/web: octo pushed "fix(cart): rounding of line"',
      attemptCount: 1,
      attempts: [{ at: now.toISOString(), outcome: 'ok', detail: 'C0123456789/1763640000.000100', durationMs: 212 }],
    });
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    const kilobytes = Items.reduce((sum, item) => sum + storedSizeOf(item), 0) / 1024;
    const modelled = workOf(TYPICAL).storedKilobytes ?? 0;
    expect(kilobytes).toBeLessThan(modelled);
    expect(kilobytes).toBeGreaterThan(0.9 * modelled);
  });
});
