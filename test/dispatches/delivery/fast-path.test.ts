import { describe, expect, it } from 'vitest';
import { fastContext } from '../../../lambdas/dispatches/delivery/fast-path.ts';
import type { DispatchStore } from '../../../lambdas/model/dispatch-ports.ts';
import type { DispatchMessage } from '../../../lambdas/model/lane-message.ts';
import { aSummary, aTarget, aWebhook, movableClock } from '../../support/in-memory.ts';

const clock = movableClock();
const summary = aSummary(clock(), { query: 'a=1' });
const { method, query, contentType, plan, expiresAt } = summary;
const content = { headers: { 'x-odd': 'a' }, body: Buffer.from('{"hello":"you"}') };
const message: DispatchMessage = {
  kind: 'dispatch',
  userId: 1,
  webhookId: 11,
  invocationId: summary.id,
  targetId: 21,
  generation: 0,
  call: { method, query, contentType, plan, expiresAt, webhookVersion: 'one', content },
};
const { call: _call, ...bareMessage } = message;
type Read = Awaited<ReturnType<DispatchStore['loadFast']>>;
const ordinary: Read = {
  isNew: true,
  target: aTarget(),
  webhook: aWebhook(),
  sentAt: '2026-11-20T11:00:00.000Z',
  isLaneClean: true,
};
const contextOf = (over: {
  /** True to omit the call from the message. */
  bare?: boolean;
  receives?: number;
  age?: number;
  seen?: Partial<Read>;
}) => {
  const queuedAt = new Date(clock().getTime() - (over.age ?? 0) * 1000);
  const dispatches = { loadFast: async () => ({ ...ordinary, ...over.seen }) };
  return fastContext(
    over.bare ? bareMessage : message,
    { receives: over.receives ?? 1, queuedAt },
    { dispatches, clock },
  );
};

describe('a freshly accepted message', () => {
  it('needs no read of its call', async () => {
    const context = await contextOf({});
    expect(context).toMatchObject({ dispatch: undefined, target: ordinary.target, webhook: ordinary.webhook });
    const { id, userId, webhookId, invokedAt } = summary;
    expect(context?.summary).toMatchObject({
      ...{ id, userId, webhookId, invokedAt, method, query, contentType, plan, expiresAt },
      size: 15,
      dispatches: { 21: 'pending' },
    });
    expect(context?.lane).toMatchObject({ mode: 'flowing', failures: 0 });
    expect(context?.sentAt).toBe(ordinary.sentAt);
  });

  it.each([
    ['it carries no call', { bare: true }],
    ['it was received before', { receives: 2 }],
    ['it has waited for more than a minute', { age: 61 }],
    ['somebody has been at its dispatch', { seen: { isNew: false } }],
    ['its target is disabled', { seen: { target: aTarget({ status: 'disabled' }) } }],
    ['its target is deleted', { seen: { target: undefined } }],
    ['its webhook is deleted', { seen: { webhook: undefined } }],
    ['its lane is in trouble', { seen: { isLaneClean: false } }],
  ])('is looked at with everything that is known when %s', async (_why, over) => {
    expect(await contextOf(over)).toBeUndefined();
  });
});
