import { describe, expect, it } from 'vitest';
import { webhookCache } from '../../lambdas/adapters/dynamodb/webhook-cache.ts';

const item = (version: string, template: string) => ({
  id: 11,
  user_id: 1,
  name: 'Deploys',
  route: 'a-route',
  split_message: true,
  use_template: true,
  template,
  enabled: true,
  created_at: '2026-11-01T00:00:00.000Z',
  target_ids: [21],
  position: 0,
  webhook_version: version,
});

describe('a cached webhook', () => {
  it('is only found under the version that accepted the call', () => {
    const cache = webhookCache();
    expect(cache.of(11, 'one')).toBeUndefined();
    expect(cache.keep(item('one', 'first')).template).toBe('first');
    expect(cache.of(11, 'one')?.template).toBe('first');
    expect(cache.of(11, 'two')).toBeUndefined();
    cache.keep(item('two', 'second'));
    expect(cache.of(11, 'two')?.template).toBe('second');
    expect(cache.of(11, 'one')).toBeUndefined();
  });

  it('is never used for a call whose version is unknown', () => {
    const cache = webhookCache();
    cache.keep(item('', 'old'));
    expect(cache.of(11, '')).toBeUndefined();
  });
});
