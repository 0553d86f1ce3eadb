import { expect, it } from 'vitest';
import { carriedCall, carriedSummary } from '../../lambdas/invocations/carried-call.ts';
import { aSummary } from '../support/in-memory.ts';

it("gives a call's delivery the same data as its summary", () => {
  const summary = aSummary(new Date('2026-11-20T12:00:00.123Z'), { query: 'a=1', plan: 'premium' });
  const call = carriedCall(summary, { headers: {}, body: Buffer.from('{"hello":"you"}') }, 'one');
  const message = { userId: summary.userId, webhookId: summary.webhookId, invocationId: summary.id, targetId: 21 };
  const { id, userId, webhookId, invokedAt, method, query, contentType, plan, expiresAt } = summary;
  expect(carriedSummary(message, call)).toMatchObject({
    ...{ id, userId, webhookId, invokedAt, method, query, contentType, plan, expiresAt },
    size: 15,
    dispatches: { 21: 'pending' },
  });
});
