import { describe, expect, it, type Mock, vi } from 'vitest';
import { acceptCall, MAX_BODY_BYTES } from '../../lambdas/invocations/accept-call.ts';
import { createRouteCache } from '../../lambdas/invocations/route-cache.ts';
import { sendTestCall } from '../../lambdas/invocations/send-test-call.ts';
import type { PendingNotice } from '../../lambdas/mail/owner-notice.ts';
import type { IncomingCall, InvocationContent, InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { DeduplicationStore, QuotaStore, Route } from '../../lambdas/model/invocation-ports.ts';
import type { DispatchMessage } from '../../lambdas/model/lane-message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { SampleStore } from '../../lambdas/model/sample.ts';
import { webhookDefaults } from '../../lambdas/model/webhook.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { cameAlone, gapSeconds } from '../../lambdas/targets/pace.ts';
import { aRoute, aWebhook, movableClock } from '../support/in-memory.ts';
import { noSamples } from '../support/no-samples.ts';

const route = aRoute(aWebhook({ targetIds: [21, 22] }));
const call: IncomingCall = {
  route: 'a-route',
  method: 'POST',
  query: 'a=1',
  headers: { 'content-type': 'application/json', authorization: 'Bearer abc.def', 'x-gitlab-token': 'hush' },
  ip: '203.0.113.7',
  body: Buffer.from('{"text":"grüße"}'),
};

const host = (
  over: { route?: Route | undefined; used?: number | undefined; previous?: string; stored?: number } = {},
) => {
  const steps: string[] = [];
  const stored: { summary: InvocationSummary; content: InvocationContent }[] = [];
  const queued: DispatchMessage[] = [];
  const notices: PendingNotice[] = [];
  const claims = new Map<string, string>();
  const ports = {
    routes: { byRoute: async () => ('route' in over ? over.route : route) },
    counters: {
      takeInvocation: vi.fn(async () => {
        steps.push('quota');
        const used = 'used' in over ? over.used : 1;
        return used === undefined
          ? { refused: 'quota' as const }
          : { used, storedBytes: over.stored ?? 0, previousCallTo: () => over.previous };
      }),
    },
    invocations: {
      insert: async (summary: InvocationSummary, content: InvocationContent) => {
        steps.push('store');
        stored.push({ summary, content });
      },
      remove: async ({ id }: InvocationSummary) => {
        steps.push('remove');
        stored.splice(
          stored.findIndex(({ summary }) => summary.id === id),
          1,
        );
      },
      get: async (_user: number, _webhook: number, id: string) =>
        stored.find(({ summary }) => summary.id === id)?.summary,
      content: async () => undefined,
      list: async () => ({ items: [], cursor: undefined }),
    },
    laneQueue: {
      send: async (messages: DispatchMessage[]) => {
        steps.push('queue');
        queued.push(...messages);
      },
    },
    deduplication: {
      claim: async ({ fingerprint, invocationId, instead }: Parameters<DeduplicationStore['claim']>[0]) => {
        const first = claims.get(fingerprint);
        if (first !== undefined && first !== instead) return first;
        claims.set(fingerprint, invocationId);
        return undefined;
      },
    },
    outbox: { put: async (pending: PendingNotice) => void notices.push(pending) },
    plans,
    clock: movableClock('2026-11-20T23:00:00.000Z'),
  };
  return { ports, steps, stored, queued, notices };
};

describe('accepting a call', () => {
  it('takes quota and stores, and only then queues one message per target', async () => {
    const { ports, steps, stored, queued } = host();
    const { id } = (await acceptCall(call, ports)) as InvocationSummary;
    expect(steps).toEqual(['quota', 'store', 'queue']);
    expect(stored[0]?.summary).toMatchObject({
      id,
      method: 'POST',
      query: 'a=1',
      size: 18,
      dispatches: { 21: 'pending', 22: 'pending' },
    });
    expect(queued.map((message) => message.targetId)).toEqual([21, 22]);
    expect(queued.every((message) => message.invocationId === id && message.generation === 0)).toBe(true);
  });

  it('stores the body byte for byte, and masks credentials in headers', async () => {
    const { ports, stored } = host();
    await acceptCall(call, ports);
    expect(Buffer.from(stored[0]?.content.body ?? []).equals(Buffer.from(call.body))).toBe(true);
    expect(stored[0]?.content.headers).toEqual({
      'content-type': 'application/json',
      authorization: 'Bearer ********',
      'x-gitlab-token': '********',
    });
  });

  it('recognises credentials by the names of headers', async () => {
    const secret = ['x-functions-key', 'ocp-apim-subscription-key', 'x-shopify-access-token', 'x-webhook-secret'];
    const open = ['x-hub-signature-256', 'idempotency-key', 'x-event-key', 'i-twilio-idempotency-token'];
    const valued = (names: string[], value: string) => Object.fromEntries(names.map((name) => [name, value]));
    const { ports, stored } = host();
    await acceptCall({ ...call, headers: valued([...secret, ...open], 'value') }, ports);
    expect(stored[0]?.content.headers).toEqual({ ...valued(secret, '********'), ...valued(open, 'value') });
  });

  it('keeps the call for the plan’s retention', async () => {
    const { ports, stored } = host();
    await acceptCall(call, ports);
    expect(stored[0]?.summary.expiresAt).toBe(Date.UTC(2026, 10, 27, 23) / 1000);
  });

  it('keeps the call for the shorter retention of its webhook, but never longer', async () => {
    const kept = async (retentionDays: number) => {
      const { ports, stored } = host({ route: { ...route, retentionDays } });
      await acceptCall(call, ports);
      return stored[0]?.summary.expiresAt;
    };
    expect(await kept(2)).toBe(Date.UTC(2026, 10, 22, 23) / 1000);
    expect(await kept(30)).toBe(Date.UTC(2026, 10, 27, 23) / 1000);
  });

  it('never cuts a character of the preview in two', async () => {
    const { ports, stored } = host();
    await acceptCall({ ...call, body: Buffer.from('😀'.repeat(400)) }, ports);
    expect(stored[0]?.summary.preview).toBe('😀'.repeat(160));
  });

  it.each([
    ['an unknown route', { route: undefined }, 'webhook-unknown'],
    ['a disabled webhook', { route: { ...route, enabled: false } }, 'webhook-disabled'],
    ['a webhook without a target', { route: { ...route, enabled: false, targetIds: [] } }, 'webhook-without-target'],
    ['a webhook beyond the plan', { route: { ...route, position: 1 } }, 'webhook-beyond-plan'],
    ['a used-up quota', { used: undefined }, 'quota-exceeded'],
  ])('rejects %s with the reason, and stores nothing', async (_what, over, code) => {
    const { ports, stored, queued } = host(over);
    await expect(acceptCall(call, ports)).rejects.toMatchObject({ code });
    expect(stored).toEqual([]);
    expect(queued).toEqual([]);
  });

  it('returns when the quota resets', async () => {
    const { ports } = host({ used: undefined });
    await expect(acceptCall(call, ports)).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  });

  it('counts a cancelled Premium account as Free from the moment its time is over', async () => {
    const owner = { status: 'premium_cancelled', premiumUntil: '2026-11-20T23:00:00.000Z' } as const;
    const { ports } = host({ route: { ...route, owner } });
    await acceptCall(call, ports);
    expect(ports.counters.takeInvocation).toHaveBeenLastCalledWith(expect.objectContaining({ limit: 25 }));
    ports.clock.advance(-1);
    await acceptCall(call, ports);
    expect(ports.counters.takeInvocation).toHaveBeenLastCalledWith(expect.objectContaining({ limit: 1500 }));
  });

  it('accepts 1 MiB and rejects one byte more before anything else', async () => {
    const { ports, steps } = host();
    await expect(acceptCall({ ...call, body: new Uint8Array(MAX_BODY_BYTES + 1) }, ports)).rejects.toMatchObject({
      problem: 'payload-too-large',
    });
    expect(steps).toEqual([]);
    await acceptCall({ ...call, body: new Uint8Array(MAX_BODY_BYTES) }, ports);
  });
});

describe('a plan’s storage', () => {
  const freeAt = new Date('2026-11-23T00:00:00.000Z');
  const full = (ports: ReturnType<typeof host>['ports']) =>
    (ports.counters.takeInvocation as Mock<() => Promise<unknown>>).mockResolvedValue({ refused: 'storage', freeAt });

  it('is used by body, headers and query, for as long as the call is kept', async () => {
    const { ports } = host();
    await acceptCall({ ...call, headers: { 'x-a': 'bcd' }, query: 'a=1', body: new Uint8Array(100) }, ports);
    const until = new Date('2026-11-27T23:00:00.000Z');
    const storage = { bytes: 100 + 6 + 3, maxBytes: plans.free.maxStoredBytes, until };
    expect(ports.counters.takeInvocation).toHaveBeenLastCalledWith(expect.objectContaining({ storage }));
  });

  it.each([
    ['a week with the free plan', 'free', '2026-11-27T23:00:00.000Z'],
    ['thirty days with Premium', 'admin', '2026-12-20T23:00:00.000Z'],
  ] as const)('is taken for %s at least', async (_, status, until) => {
    const { ports } = host({ route: { ...route, retentionDays: 1, owner: { ...route.owner, status } } });
    await acceptCall(call, ports);
    const storage = expect.objectContaining({ until: new Date(until) });
    expect(ports.counters.takeInvocation).toHaveBeenLastCalledWith(expect.objectContaining({ storage }));
  });

  it('that is full rejects the call with reason and time, stores nothing, and notifies the owner', async () => {
    const { ports, stored, queued, notices } = host();
    full(ports);
    await expect(acceptCall(call, ports)).rejects.toMatchObject({
      problem: 'storage-full',
      message: expect.stringMatching(/25 MB.* 2026-11-23/),
      retryAfterSeconds: 49 * 3600,
    });
    expect([stored, queued]).toEqual([[], []]);
    expect(notices).toEqual([
      {
        userId: 1,
        id: 'storage-2026-11-20-100',
        notice: { kind: 'storage', percent: 100, maxBytes: plans.free.maxStoredBytes, day: '2026-11-20' },
      },
    ]);
  });

  it('is checked before a large body is written, so a rejected one costs almost nothing', async () => {
    const { ports, steps } = host();
    const large = { ...call, body: new Uint8Array(100_000) };
    await acceptCall(large, ports);
    expect(steps).toEqual(['quota', 'store', 'queue']);
    full(ports);
    steps.length = 0;
    await expect(acceptCall(large, ports)).rejects.toMatchObject({ problem: 'storage-full' });
    expect(steps).toEqual([]);
  });

  it('notifies the owner once when four fifths are used', async () => {
    const share = (plans.free.maxStoredBytes * 80) / 100;
    const told = async (storedBytes: number) => {
      const { ports, notices } = host({ stored: storedBytes });
      await acceptCall({ ...call, headers: {}, query: '', body: new Uint8Array(1000) }, ports);
      return notices.map(({ id }) => id);
    };
    expect(await told(share - 1)).toEqual([]);
    expect(await told(share)).toEqual(['storage-2026-11-20-80']);
    expect(await told(share + 999)).toEqual(['storage-2026-11-20-80']);
    expect(await told(share + 1000)).toEqual([]);
  });
});

describe('a call caused by deliveries of this service', () => {
  it.each(['3', ' 1, 3', 'many', ''])('is accepted after at most three of them: "%s"', async (hops) => {
    const { ports, stored } = host();
    await acceptCall({ ...call, headers: { 'tellhook-hops': hops } }, ports);
    expect(stored[0]?.content.headers).toEqual({ 'tellhook-hops': hops });
  });

  it.each(['4', '1, 4', '999999999'])('is rejected as a loop after more, before it costs quota: "%s"', async (hops) => {
    const { ports, steps } = host();
    const looping = acceptCall({ ...call, headers: { 'tellhook-hops': hops } }, ports);
    await expect(looping).rejects.toMatchObject({ problem: 'loop-detected', message: expect.stringContaining('loop') });
    expect(steps).toEqual([]);
  });
});

describe('a call stored while its quota cannot be taken', () => {
  const away = () => Promise.reject(new Error('table away'));

  it('is removed, since its caller is asked to retry', async () => {
    const { ports, steps, stored, queued } = host();
    ports.counters.takeInvocation.mockImplementationOnce(away);
    await expect(acceptCall(call, ports)).rejects.toThrow('table away');
    expect([stored, queued]).toEqual([[], []]);
    expect(steps).toEqual(['store', 'remove']);
  });

  it('is removed only once it is stored, however slowly', async () => {
    const { ports, stored } = host();
    const { insert } = ports.invocations;
    ports.invocations.insert = async (...stores) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await insert(...stores);
    };
    ports.counters.takeInvocation.mockImplementationOnce(away);
    await expect(acceptCall(call, ports)).rejects.toThrow('table away');
    expect(stored).toEqual([]);
  });

  it('fails with the first error, even if it cannot be removed', async () => {
    const { ports } = host();
    ports.counters.takeInvocation.mockImplementationOnce(away);
    ports.invocations.remove = () => Promise.reject(new Error('still away'));
    await expect(acceptCall(call, ports)).rejects.toThrow('table away');
  });
});

describe('a cached webhook', () => {
  const remembering = (over: Parameters<typeof host>[0] = {}) => {
    const rig = host(over);
    const byRoute = vi.fn(rig.ports.routes.byRoute);
    const routeCache = createRouteCache(rig.ports.clock);
    return { ...rig, byRoute, ports: { ...rig.ports, routes: { byRoute }, routeCache } };
  };
  type Taken = Awaited<ReturnType<QuotaStore['takeInvocation']>>;
  const answering = (ports: { counters: { takeInvocation: unknown } }, answer: Taken) =>
    (ports.counters.takeInvocation as Mock<() => Promise<Taken>>).mockResolvedValueOnce(answer);

  it('saves the next call a read for a minute, unless it has changed since it was read', async () => {
    const { ports, byRoute, queued } = remembering();
    await acceptCall(call, ports);
    expect(ports.counters.takeInvocation).toHaveBeenLastCalledWith(expect.objectContaining({ routeReadAt: undefined }));
    await acceptCall(call, ports);
    expect(ports.counters.takeInvocation).toHaveBeenLastCalledWith(
      expect.objectContaining({ routeReadAt: ports.clock() }),
    );
    expect([byRoute.mock.calls.length, queued.length]).toEqual([1, 4]);
    ports.clock.advance(61);
    await acceptCall(call, ports);
    expect(byRoute).toHaveBeenCalledTimes(2);
  });

  it('ends with a change of the webhook, and the attempt leaves no trace', async () => {
    const { ports, byRoute, stored, queued } = remembering();
    await acceptCall(call, ports);
    byRoute.mockResolvedValueOnce({ ...route, targetIds: [23], webhookVersion: 'two' });
    answering(ports, { refused: 'changed' });
    const { id } = (await acceptCall(call, ports)) as InvocationSummary;
    expect(queued.map(({ targetId }) => targetId)).toEqual([21, 22, 23]);
    expect(stored.map(({ summary }) => summary.id)).toEqual([expect.any(String), id]);
    byRoute.mockResolvedValueOnce({ ...route, enabled: false });
    answering(ports, { refused: 'changed' });
    await expect(acceptCall(call, ports)).rejects.toMatchObject({ problem: 'not-found' });
    expect(stored).toHaveLength(2);
  });

  it('does not reject a call, because the plan may have changed', async () => {
    const { ports, byRoute } = remembering();
    await acceptCall(call, ports);
    answering(ports, { refused: 'quota' });
    byRoute.mockResolvedValueOnce({ ...route, owner: { status: 'premium', premiumUntil: '2027-01-01T00:00:00Z' } });
    await acceptCall(call, ports);
    expect(ports.counters.takeInvocation).toHaveBeenLastCalledWith(expect.objectContaining({ limit: 1500 }));
  });

  it('prevents calls beyond the quota from being repeatedly stored and removed', async () => {
    const { ports, steps } = remembering({ used: undefined });
    for (let i = 0; i < 3; i++)
      await expect(acceptCall(call, ports)).rejects.toMatchObject({ problem: 'quota-exceeded' });
    expect(steps).toEqual(['quota', 'store', 'remove', 'quota', 'quota']);
  });
});

describe('a used-up quota', () => {
  it.each([
    [19, []],
    [20, ['quota-2026-11-20-80']],
    [21, []],
    [25, ['quota-2026-11-20-100']],
  ])('gives rise to a notice at 80 %% and at 100 %% only: call %i', async (used, expected) => {
    const { ports, notices } = host({ used });
    await acceptCall(call, ports);
    expect(notices.map(({ id }) => id)).toEqual(expected);
  });

  it('does not reject the call if the notice cannot be stored', async () => {
    const { ports } = host({ used: 25 });
    const outbox = { put: async () => Promise.reject(new Error('table away')) };
    await expect(acceptCall(call, { ...ports, outbox })).resolves.toMatchObject({ userId: 1 });
  });
});

describe('a target’s pace', () => {
  it.each([
    [undefined, true],
    ['2026-11-20T22:59:00.000Z', true],
    ['2026-11-20T22:59:55.000Z', false],
  ])('is known from each lane message, which says if a call came shortly before: %s', async (previous, isAlone) => {
    const { ports, queued } = host(previous === undefined ? {} : { previous });
    await acceptCall(call, ports);
    expect(queued.map((message) => cameAlone(gapSeconds(message)))).toEqual([isAlone, isAlone]);
  });
});

const withIntake = (intake: Partial<typeof webhookDefaults.intake>) =>
  host({ route: { ...route, intake: { ...webhookDefaults.intake, ...intake } } });

describe('a duplicate call', () => {
  const repeat = { ...call, headers: { ...call.headers, 'x-github-delivery': 'a-delivery' } };

  it('is an ordinary call by default', async () => {
    const { ports, stored } = withIntake({});
    await acceptCall(repeat, ports);
    await acceptCall(repeat, ports);
    expect(stored.map(({ summary }) => summary.duplicateOf)).toEqual([undefined, undefined]);
  });

  it('is stored, delivered and marked if its webhook marks duplicates', async () => {
    const { ports, stored, queued } = withIntake({ duplicates: 'mark' });
    await acceptCall(repeat, ports);
    await acceptCall({ ...repeat, body: Buffer.from('other bytes') }, ports);
    expect(stored[1]?.summary.duplicateOf).toBe(stored[0]?.summary.id);
    expect(queued).toHaveLength(4);
  });

  it('gets the response of the first one, and uses no quota, if duplicates are dropped', async () => {
    const { ports, stored, steps } = withIntake({ duplicates: 'drop' });
    const first = await acceptCall(repeat, ports);
    expect(await acceptCall(repeat, ports)).toEqual(first);
    expect(stored).toHaveLength(1);
    expect(steps.filter((step) => step === 'quota')).toHaveLength(1);
  });

  it('is never dropped for one that could not be stored', async () => {
    const { ports, stored } = withIntake({ duplicates: 'drop' });
    const away = { ...ports.invocations, insert: async () => Promise.reject(new Error('table away')) };
    await expect(acceptCall(repeat, { ...ports, invocations: away })).rejects.toThrow('table away');
    const first = await acceptCall(repeat, ports);
    expect(stored).toHaveLength(1);
    // Repeating the call does not free storage for more.
    for (let n = 0; n < 3; n++) expect(await acceptCall(repeat, ports)).toEqual(first);
    expect(stored).toHaveLength(1);
  });
});

describe('a URL verification request', () => {
  const hello = { ...call, body: Buffer.from('{"type":"url_verification","challenge":"3eZbrw1a"}') };

  it('gets its response if its webhook is set so, and becomes no message', async () => {
    const { ports, steps } = withIntake({ answerHandshakes: true });
    expect(await acceptCall(hello, ports)).toEqual({ handshake: { kind: 'answer', text: '3eZbrw1a' } });
    expect(steps).toEqual([]);
  });

  it('becomes a message if its webhook is not set so', async () => {
    const { ports, stored } = withIntake({});
    await acceptCall(hello, ports);
    expect(stored).toHaveLength(1);
  });
});

type Samples = Pick<SampleStore, 'list' | 'content'>;

describe("an owner's test call", () => {
  const testing = (over: Parameters<typeof host>[0] & { intake?: Partial<Route['intake']> } = {}) => {
    const testHost = host({ route: { ...route, intake: { ...webhookDefaults.intake, ...over.intake } }, ...over });
    const webhooks = { get: async (userId: number) => (userId === 1 ? aWebhook() : undefined) };
    const send = (what: Parameters<typeof sendTestCall>[2], userId = 1, samples: Samples = noSamples) =>
      sendTestCall(userId, 11, what, '203.0.113.7', { ...testHost.ports, webhooks, samples });
    return { ...testHost, send };
  };

  it('is processed like any other call, with a new delivery id each time', async () => {
    const { send, steps, stored } = testing({ intake: { duplicates: 'drop' } });
    const first = await send({ sample: 'github-push' });
    const second = await send({ sample: 'github-push' });
    expect(steps).toEqual(['quota', 'store', 'queue', 'quota', 'store', 'queue']);
    expect([first, second]).toEqual(stored.map(({ summary }) => ({ outcome: 'accepted', id: summary.id })));
    expect(stored[0]?.content.headers).toMatchObject({
      'user-agent': expect.stringContaining('GitHub'),
      'x-github-event': 'push',
      'x-github-delivery': expect.any(String),
    });
  });

  it('resends a saved sample unchanged, only to its own webhook', async () => {
    const id = newInvocationId(11, new Date());
    const at = '2026-11-20T12:00:00.000Z';
    const sample = { id, name: 'Push', keptAt: at, invokedAt: at, contentType: 'text/plain', size: 5 };
    const samples: Samples = {
      list: async () => [{ ...sample, method: 'PUT', query: 'a=1' }],
      content: async () => ({ headers: { 'x-event': 'push' }, body: Buffer.from('hello') }),
    };
    const { send, stored } = testing();
    await send({ kept: id }, 1, samples);
    expect(stored[0]).toMatchObject({
      summary: { method: 'PUT', query: 'a=1' },
      content: { headers: { 'x-event': 'push' }, body: Buffer.from('hello') },
    });
    for (const [kept, of] of [
      [newInvocationId(12, new Date()), samples],
      [id, noSamples],
    ] as const)
      await expect(send({ kept }, 1, of)).rejects.toMatchObject({ problem: 'not-found' });
    expect(stored).toHaveLength(1);
  });

  it('sends a custom body unchanged', async () => {
    const { send, stored } = testing();
    await send({ body: '{ "a": 1 }' });
    expect(Buffer.from(stored[0]?.content.body ?? []).toString()).toBe('{ "a": 1 }');
    expect(stored[0]?.content.headers).toMatchObject({ 'user-agent': 'Tellhook-Test' });
  });

  it('reports that it was dropped as a duplicate, or answered as URL verification', async () => {
    const { send, stored, ports } = testing({ intake: { duplicates: 'drop', answerHandshakes: true } });
    await send({ body: '{}' });
    ports.clock.advance(1);
    expect(await send({ body: '{}' })).toEqual({ outcome: 'dropped', id: stored[0]?.summary.id });
    expect(await send({ body: '{"type":"url_verification","challenge":"a"}' })).toEqual({ outcome: 'handshake' });
    expect(stored).toHaveLength(1);
  });

  it("is rejected with the reason like other calls, and reveals nothing about another account's webhook", async () => {
    await expect(testing({ route: { ...route, enabled: false } }).send({ body: '{}' })).rejects.toMatchObject({
      problem: 'conflict',
      code: 'webhook-disabled',
    });
    await expect(testing({ used: undefined }).send({ body: '{}' })).rejects.toMatchObject({
      problem: 'quota-exceeded',
    });
    await expect(testing().send({ body: '{}' }, 2)).rejects.toMatchObject({ problem: 'not-found' });
  });
});
