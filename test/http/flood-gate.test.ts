import { describe, expect, it } from 'vitest';
import type { EdgeKeys } from '../../lambdas/http/client-address.ts';
import { floodGate } from '../../lambdas/http/flood-gate.ts';
import { invokeHost } from '../../lambdas/http/invoke-host.ts';
import type { IncomingCall, InvocationSummary } from '../../lambdas/model/invocation.ts';
import { AppError } from '../../lambdas/platform/errors.ts';
import { send } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';

const logged = captureLog();

/** An invoke host with one webhook, whose quota can be exhausted. It counts the calls that reached the table. */
const host = () => {
  let now = 0;
  let quotaLeft = Number.POSITIVE_INFINITY;
  let looked = 0;
  const accept = async ({ route }: IncomingCall) => {
    looked += 1;
    if (route !== 'known') throw new AppError('not-found', 'There is no webhook at this URL. Check the URL.');
    if (quotaLeft <= 0) throw new AppError('quota-exceeded', 'Used up', { retryAfterSeconds: 3600 });
    quotaLeft -= 1;
    return { id: 'i', userId: 7, webhookId: 1, method: 'POST', dispatches: {} } as unknown as InvocationSummary;
  };
  const handler = invokeHost(
    accept,
    async () => true,
    floodGate(() => now),
  );
  const call = async (route: string, ip = '192.0.2.1') =>
    send(handler, { method: 'POST', path: `/${route}`, route: '/{route}', params: { route }, ip });
  return {
    call,
    looked: () => looked,
    leave: (quota: number) => {
      quotaLeft = quota;
    },
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
};

describe('a caller who guesses invoke URLs', () => {
  it('is blocked before the table is read, gets the time to wait, and can call afterwards', async () => {
    const { call, looked, pass } = host();
    for (let tries = 0; tries < 300; tries += 1) expect((await call(`guess-${tries}`)).status).toBe(404);
    const { status, headers } = await call('guess-300');
    expect([status, headers['retry-after'], looked()]).toEqual([429, '1', 300]);
    // Even the log does not grow with a flood.
    expect(logged().filter(({ event }) => event)).toHaveLength(300);
    pass(1);
    expect((await call('guess-301')).status).toBe(404);
  });

  it('blocks no one else: neither other addresses nor existing webhooks called from the same address', async () => {
    const { call } = host();
    expect((await call('known')).status).toBe(202);
    for (let tries = 0; tries < 400; tries += 1) await call(`guess-${tries}`);
    expect((await call('known')).status).toBe(202);
    expect((await call('unknown', '192.0.2.2')).status).toBe(404);
  });
});

describe('an invoke host behind a distribution', () => {
  const behind = (keys: EdgeKeys) => {
    const taken: IncomingCall[] = [];
    const accept = async (call: IncomingCall) => {
      taken.push(call);
      return { id: 'i', userId: 7, webhookId: 1, method: 'POST', dispatches: {} } as unknown as InvocationSummary;
    };
    const handler = invokeHost(accept, async () => true, undefined, { keys, host: 'in.example.com' });
    const call = (headers: Record<string, string>) =>
      send(handler, { method: 'POST', path: '/known', route: '/{route}', params: { route: 'known' }, headers });
    return { taken, call };
  };
  const keys: EdgeKeys = async () => ({ current: 'new-key', previous: async () => 'old-key' });

  it.each<Record<string, string>>([{}, { 'tellhook-edge-key': 'guessed' }, { 'tellhook-edge-key': '' }])(
    'rejects requests that did not come through it: %j',
    async (headers) => {
      const { taken, call } = behind(keys);
      expect((await call(headers)).status).toBe(403);
      expect(taken).toEqual([]);
    },
  );

  it.each(['new-key', 'old-key'])('accepts calls that carry its key, and keeps the key private: %s', async (key) => {
    const { taken, call } = behind(keys);
    const added = { 'tellhook-viewer-address': '198.51.100.9', via: '1.1 x', 'x-amz-cf-id': 'y' };
    const headers = { 'tellhook-edge-key': key, host: 'abc.execute-api.example', 'x-own': '1', ...added };
    expect((await call(headers)).status).toBe(202);
    expect(taken).toMatchObject([{ ip: '198.51.100.9', headers: { host: 'in.example.com', 'x-own': '1' } }]);
    expect(Object.keys(taken[0]?.headers ?? {})).toEqual(['host', 'x-own']);
  });

  it('asks callers to retry while the key cannot be read', async () => {
    const { taken, call } = behind(() => Promise.reject(new Error('away')));
    const { status, headers } = await call({ 'tellhook-edge-key': 'new-key' });
    expect([status, headers['retry-after'], taken.length]).toEqual([503, '5', 0]);
  });
});

describe('a webhook whose quota is used up', () => {
  it('is rejected from memory and checked again soon', async () => {
    const { call, looked, leave, pass } = host();
    leave(0);
    for (let tries = 0; tries < 500; tries += 1) {
      const { status, headers } = await call('known');
      expect([status, headers['retry-after']]).toEqual([429, '3600']);
    }
    expect(looked()).toBe(1);
    leave(1);
    pass(2);
    expect((await call('known')).status).toBe(202);
  });
});
