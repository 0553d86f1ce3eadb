import { describe, expect, it } from 'vitest';
import { replayFilterOf, replayToWire } from '../../../lambdas/dispatches/owner/replay.ts';

describe('a replay on the wire', () => {
  const [from, to] = ['2026-11-20T10:00:00.000Z', '2026-11-20T12:00:00.000Z'];

  it('accepts dates in words', () => {
    expect(replayFilterOf({ from, to, status: 'error', target_id: 21 })).toEqual({
      from: new Date(from),
      to: new Date(to),
      status: 'error',
      targetId: 21,
    });
  });

  it('shows its progress, and nothing about its storage', () => {
    const shown = { id: 'r', from, to, status: 'error' as const, state: 'running' as const, matched: 3, queued: 1 };
    const kept = { userId: 1, webhookId: 11, cursor: 'c', createdAt: to, version: 2 };
    expect(replayToWire({ ...shown, ...kept })).toEqual({ ...shown, webhook_id: 11, created_at: to });
    expect(replayToWire({ ...shown, ...kept, targetId: 21 })).toMatchObject({ target_id: 21 });
  });
});
