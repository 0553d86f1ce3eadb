import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer } from '../../lambdas/adapters/sealing.ts';
import { type SenderSlug, senderSlugs } from '../../lambdas/contract/senders.ts';
import type { VerificationChange } from '../../lambdas/contract/verification.ts';
import { floodGate } from '../../lambdas/http/flood-gate.ts';
import { type AcceptCallPorts, acceptCall } from '../../lambdas/invocations/accept-call.ts';
import { maskCall } from '../../lambdas/invocations/mask-call.ts';
import { createRouteCache } from '../../lambdas/invocations/route-cache.ts';
import { searchInvocations } from '../../lambdas/invocations/search-invocations.ts';
import { sendTestCall } from '../../lambdas/invocations/send-test-call.ts';
import type { IncomingCall, InvocationContent, InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { DeduplicationStore } from '../../lambdas/model/invocation-ports.ts';
import type { DispatchMessage } from '../../lambdas/model/lane-message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { type Verification, verificationBinding } from '../../lambdas/model/verification.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { AppError } from '../../lambdas/platform/errors.ts';
import { checkCalls } from '../../lambdas/verification/check-calls.ts';
import { judge, knownSecrets } from '../../lambdas/verification/judge.ts';
import { type Rejection, rejectionLog } from '../../lambdas/verification/rejection-log.ts';
import { acceptRejection, listRejections } from '../../lambdas/verification/rejections.ts';
import { schemeOf } from '../../lambdas/verification/senders/index.ts';
import { getVerification, setVerification } from '../../lambdas/verification/set-verification.ts';
import { aRoute, aSummary, aWebhook, movableClock, nothingHeld } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { noSamples } from '../support/no-samples.ts';
import { secretFor, signedCall } from './calls.ts';

captureLog();

/** A webhook in memory with everything needed to accept calls and to change and test its verification. */
const world = () => {
  const clock = movableClock('2026-11-24T16:00:00.000Z');
  const sealer = createSealer('a sealing secret of these tests');
  let webhook: Webhook = aWebhook({ userId: 1, id: 11, route: 'a-route', targetIds: [21] });
  const stored: { summary: InvocationSummary; content: InvocationContent }[] = [];
  const kept = new Map<string, Rejection>();
  const claims = new Map<string, string>();
  const queued: DispatchMessage[] = [];
  let reads = 0;
  let quota = 0;
  const rejections = {
    insert: async (rejection: Rejection) => void kept.set(rejection.id, rejection),
    list: async () => [...kept.values()].reverse(),
    take: async (_user: number, _webhook: number, id: string) => {
      const found = kept.get(id);
      kept.delete(id);
      return found;
    },
  };
  const webhooks = {
    get: async (userId: number, id: number) => (userId === webhook.userId && id === webhook.id ? webhook : undefined),
    change: async (userId: number, id: number, change: (it: Webhook) => Webhook | Promise<Webhook>) => {
      if (userId !== webhook.userId || id !== webhook.id) return undefined;
      webhook = await change(webhook);
      return webhook;
    },
  };
  const ports = {
    clock,
    readSealer: async () => sealer,
    webhooks,
    rejections,
    routes: {
      byRoute: async () => {
        reads++;
        return aRoute(webhook);
      },
    },
    counters: { takeInvocation: async () => ({ used: ++quota, storedBytes: 0, previousCallTo: () => undefined }) },
    invocations: {
      insert: async (summary: InvocationSummary, content: InvocationContent) => void stored.push({ summary, content }),
      remove: async () => {},
      get: async (_user: number, _webhook: number, id: string) =>
        stored.find(({ summary }) => summary.id === id)?.summary,
      content: async (_user: number, id: string) => stored.find(({ summary }) => summary.id === id)?.content,
      setHeadline: async () => {},
      list: async () => ({ items: stored.map(({ summary }) => summary).reverse(), cursor: undefined }),
      range: async () => stored.map(({ summary }) => summary),
    },
    laneQueue: { send: async (messages: DispatchMessage[]) => void queued.push(...messages) },
    callFinder: { newest: async () => ({ summaries: stored.map(({ summary }) => summary), more: false }) },
    deduplication: {
      claim: async ({ fingerprint, invocationId, instead }: Parameters<DeduplicationStore['claim']>[0]) => {
        const first = claims.get(fingerprint);
        if (first !== undefined && first !== instead) return first;
        claims.set(fingerprint, invocationId);
        return undefined;
      },
    },
    outbox: { put: async () => {} },
    plans,
  };
  const opener =
    ({ sealed }: Verification) =>
    async () =>
      sealed === undefined ? {} : sealer.open(sealed, verificationBinding(1, 11));
  const host: AcceptCallPorts = {
    ...ports,
    judge: ({ verification }, call, now) => judge(verification, call, opener(verification), now),
    secretsOf: ({ verification }) => knownSecrets(verification, opener(verification)),
    noteRejection: rejectionLog(rejections, clock),
    routeCache: createRouteCache(clock),
  };
  const choose = (change: Partial<VerificationChange>) =>
    setVerification(
      1,
      11,
      { mode: 'enforce', sender: null, allow_ips: [], retire_secret_ids: [], retire_after_hours: 24, ...change },
      ports,
    );
  return {
    ...{ clock, ports, host, choose, stored, kept, queued },
    seen: () => ({ stored: stored.length, quota, reads }),
    intake: (over: Partial<Webhook['intake']>) => {
      webhook = { ...webhook, intake: { ...webhook.intake, ...over } };
    },
    disable: () => {
      webhook = { ...webhook, enabled: false };
    },
  };
};

const incoming = (secret: string, over: Partial<IncomingCall> = {}): IncomingCall => {
  const { method, query, headers, body } = signedCall('github', secret);
  return { route: 'a-route', ip: '203.0.113.7', method, query, headers, body, ...over };
};
const refusal = { code: 'unverified', problem: 'unverified' };

describe('a webhook that rejects unverified calls', () => {
  it('accepts the sender’s calls, and rejects others with a note and without using quota', async () => {
    const { host, choose, stored, seen, kept } = world();
    await choose({ sender: 'github', add_secret: ' the right one \n' });
    await acceptCall(incoming('the right one'), host);
    expect(stored[0]?.summary.verified).toBe('yes');
    await expect(acceptCall(incoming('wrong'), host)).rejects.toMatchObject(refusal);
    expect(seen()).toMatchObject({ stored: 1, quota: 1 });
    expect([...kept.values()]).toMatchObject([{ reason: 'wrong-signature', ip: '203.0.113.7', more: 0 }]);
  });

  it('reads the table again before it rejects a call because of its cache', async () => {
    const { host, choose } = world();
    await choose({ sender: 'github', add_secret: 'the old one' });
    await acceptCall(incoming('the old one'), host);
    await choose({ sender: 'github', add_secret: 'the new one' });
    await expect(acceptCall(incoming('the new one'), host)).resolves.toMatchObject({ verified: 'yes' });
  });

  it('records at most six rejections a minute, and counts the others', async () => {
    const { host, choose, kept, clock } = world();
    await choose({ sender: 'github', add_secret: 'the right one' });
    const wrong = incoming('wrong');
    for (let n = 0; n < 1000; n++) await expect(acceptCall(wrong, host)).rejects.toBeInstanceOf(AppError);
    expect(kept.size).toBe(6);
    clock.advance(60);
    await expect(acceptCall(wrong, host)).rejects.toMatchObject(refusal);
    expect([...kept.values()].at(-1)?.more).toBe(994);
  });

  it('can check IP addresses alone', async () => {
    const { host, choose } = world();
    await choose({ allow_ips: ['203.0.113.0/24'] });
    await expect(acceptCall(incoming('any'), host)).resolves.toMatchObject({ verified: 'yes' });
    await expect(acceptCall(incoming('any', { ip: '198.51.100.1' }), host)).rejects.toMatchObject(refusal);
  });

  it('accepts its owner’s test calls', async () => {
    const { ports, choose, stored } = world();
    await choose({ sender: 'github', add_secret: 'the right one' });
    await sendTestCall(1, 11, { body: '{}' }, '203.0.113.7', { ...ports, samples: noSamples });
    expect(stored[0]?.summary.verified).toBeUndefined();
  });
});

describe('a webhook that only labels calls', () => {
  it('accepts all calls, and says why one is not verified', async () => {
    const { host, choose, stored, kept } = world();
    await choose({ mode: 'report', sender: 'github', add_secret: 'the right one' });
    for (const call of [incoming('the right one'), incoming('wrong'), incoming('the right one', { headers: {} })])
      await acceptCall(call, host);
    expect(stored.map(({ summary }) => summary.verified)).toEqual(['yes', 'wrong-signature', 'no-signature']);
    expect(kept.size).toBe(0);
  });

  it('needs no additional reads if verification is off', async () => {
    const { host, choose, stored, seen } = world();
    await choose({ mode: 'off', sender: 'github', add_secret: 'the right one' });
    await acceptCall(incoming('wrong'), { ...host, judge: () => Promise.reject(new Error('never asked')) });
    expect(stored[0]?.summary).not.toHaveProperty('verified');
    expect(seen()).toEqual({ stored: 1, quota: 1, reads: 1 });
  });
});

describe('a webhook’s secrets', () => {
  it('are never shown again, except for their last characters', async () => {
    const { choose, ports } = world();
    const secret = 'whsec_a long secret that nobody reads';
    const chosen = await choose({ sender: 'stripe', add_secret: secret });
    expect(chosen.secrets).toMatchObject([{ hint: '…eads' }]);
    const all = JSON.stringify([
      chosen,
      await getVerification(1, 11, ports),
      (await ports.webhooks.get(1, 11))?.verification,
    ]);
    expect(all).not.toContain('long secret');
  });

  it('are replaced without a gap: the old one is accepted until its hours are over', async () => {
    const { choose, host, clock } = world();
    const { secrets } = await choose({ sender: 'github', add_secret: 'the old one' });
    await choose({ sender: 'github', add_secret: 'the new one', retire_secret_ids: secrets.map(({ id }) => id) });
    for (const secret of ['the old one', 'the new one'])
      await expect(acceptCall(incoming(secret), host)).resolves.toMatchObject({ verified: 'yes' });
    clock.advance(24 * 3600);
    await expect(acceptCall(incoming('the old one'), host)).rejects.toMatchObject(refusal);
    await expect(acceptCall(incoming('the new one'), host)).resolves.toMatchObject({ verified: 'yes' });
  });

  it.each([
    ['a fourth secret', { sender: 'github', add_secret: 'the fourth' }, 3],
    ['an empty secret', { sender: 'github', add_secret: '  ' }, 0],
    ['a secret of seven characters', { sender: 'github', add_secret: '1234567' }, 0],
    ['a secret of seven characters that is sent with calls', { sender: 'secret', add_secret: '1234567' }, 0],
    ['a secret without bytes', { sender: 'svix', add_secret: 'whsec_A' }, 0],
    ['a secret of seven bytes in base64', { sender: 'svix', add_secret: `whsec_${btoa('1234567')}` }, 0],
    ['a secret of seven bytes in hex', { sender: 'adyen', add_secret: '31323334353637' }, 0],
    ['a secret in the wrong format for its sender', { sender: 'adyen', add_secret: 'no hexadecimal number' }, 0],
    ['a secret that is not a public key', { sender: 'discord', add_secret: '0123456789abcdef' }, 0],
    ['no secret while unverified calls are rejected', { sender: 'github' }, 0],
    ['neither sender nor IP addresses', {}, 0],
    ['an invalid IP range', { allow_ips: ['10.0.0.0/40'] }, 0],
  ] as [string, Partial<VerificationChange>, number][])('cannot be changed to %s', async (_, change, before) => {
    const { choose } = world();
    for (let n = 0; n < before; n++) await choose({ sender: 'github', add_secret: `secret ${n}` });
    await expect(choose(change)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it.each([
    ['another sender', [{ sender: 'secret' }]],
    ['no sender and then another', [{ mode: 'off' }, { sender: 'secret' }]],
  ] as [string, Partial<VerificationChange>[]][])('are deleted if the sender changes to %s', async (_, changes) => {
    const { choose, host } = world();
    await choose({ sender: 'github', add_secret: 'a key that never travels' });
    for (const change of changes) expect(await choose({ mode: 'report', ...change })).toMatchObject({ secrets: [] });
    const sent = { ...incoming('any'), headers: { authorization: 'Bearer a key that never travels' } };
    await expect(acceptCall(sent, host)).resolves.toMatchObject({ verified: 'no-secret' });
    await expect(choose({ sender: 'secret' })).rejects.toMatchObject({ code: 'invalid-input' });
    const { secrets } = await choose({ sender: 'secret', add_secret: 'the one that is sent' });
    expect(secrets).toHaveLength(1);
  });

  it('stay if other settings change', async () => {
    const { choose } = world();
    const { secrets } = await choose({ sender: 'hmac', add_secret: 'the one that stays' });
    const later = await choose({ mode: 'report', sender: 'hmac', own: { hash: 'sha1' }, allow_ips: ['192.0.2.1'] });
    expect(later.secrets).toEqual(secrets);
  });

  it('have at least eight bytes, and a shorter one is rejected with the reason', async () => {
    const { choose } = world();
    const refused = await choose({ sender: 'svix', add_secret: 'whsec_A' }).catch((error: AppError) => error);
    expect(refused).toMatchObject({
      message:
        'The secret has 0 bytes, but needs at least 8 after decoding. Copy the whole secret, or choose a longer one.',
    });
    await choose({ sender: 'svix', add_secret: `whsec_${btoa('12345678')}` });
    await choose({ sender: 'github', add_secret: '12345678' });
  });
});

/** Header names that do not reveal their content. */
const headerName = fc.stringMatching(/^x-[bcdfgh]{1,6}(?:-[bcdfgh]{1,6})?$/);
const SHARED = 'zX9 qw/er+ty 4711';

describe('masking a secret that is sent with calls', () => {
  /** Everything stored of a call, except for its body, which stays byte for byte. */
  const traces = ({ stored, kept, queued }: ReturnType<typeof world>): string =>
    JSON.stringify([
      stored.map(({ summary, content }) => [summary, content.headers]),
      [...kept.values()].map(({ body: _, ...rest }) => rest),
      queued.map(({ call: { content, ...call } = {} as never }) => [call, content.headers]),
    ]);
  const forms = (secret: string) => [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')];

  it.each(senderSlugs)('leaves it nowhere in clear text, whichever header contains it: %s', async (sender) => {
    for (const mode of ['enforce', 'report', 'off'] as const) {
      const all = world();
      const secret = secretFor(schemeOf(sender));
      await all.choose({ mode, sender, add_secret: secret });
      const { method, query, headers, body } = signedCall(sender, undefined, all.clock());
      const call = incoming('', { method, query, body });
      const doubled = { 'x-ident': `id ${secret}`, 'x-caller': forms(secret)[1] as string };
      await acceptCall({ ...call, headers: { ...headers, ...doubled } }, all.host);
      await acceptCall({ ...call, headers: { host: 'a.test', ...doubled } }, all.host).catch(() => undefined);
      for (const form of forms(secret)) expect(traces(all)).not.toContain(form);
      // Headers needed to check a signature later are stored.
      const { proof, signature } = schemeOf(sender);
      const kept = all.stored[0]?.content.headers ?? {};
      if (proof.by === 'secret') expect(kept[signature.header ?? '']).toContain('********');
      else if (signature.header) expect(kept[signature.header]).toBe(headers[signature.header]);
    }
  });

  it('covers the owner’s chosen header, for right, wrong, current, retiring and retired secrets', async () => {
    const chosen = fc.record({ header: headerName, prefix: fc.constantFrom('', 'Key ', 'Bearer ') });
    await fc.assert(
      fc.asyncProperty(chosen, async ({ header, prefix }) => {
        const all = world();
        const sender = { sender: 'secret', own: { header, prefix } } as const;
        const { secrets } = await all.choose({ ...sender, add_secret: 'the former one' });
        await all.choose({ ...sender, add_secret: SHARED, retire_secret_ids: secrets.map(({ id }) => id) });
        const sent = (secret: string) =>
          acceptCall(incoming('', { headers: { [header]: prefix + secret, 'x-zz': secret } }), all.host);
        for (const secret of [SHARED, 'the former one']) await sent(secret);
        all.clock.advance(24 * 3600);
        await expect(sent('the former one')).rejects.toMatchObject(refusal);
        await expect(
          acceptCall(incoming('', { headers: { [header]: 'a mistyped one' } }), all.host),
        ).rejects.toMatchObject(refusal);
        const text = traces(all);
        expect([all.stored.length, all.kept.size, all.queued.length]).toEqual([2, 2, 2]);
        for (const secret of [SHARED, 'the former one', 'a mistyped one']) expect(text).not.toContain(secret);
        const search = { text: SHARED, limit: 10 };
        expect((await searchInvocations(1, 11, search, { ...all.ports, ...nothingHeld })).invocations).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('covers the query, by parameter name, by format and by the webhook’s secrets', async () => {
    const all = world();
    await all.choose({ mode: 'report', sender: 'github', add_secret: SHARED });
    const spelt = [
      SHARED,
      encodeURIComponent(SHARED),
      new URLSearchParams({ x: SHARED }).toString().slice(2),
      ...forms(SHARED),
    ];
    const secrets = ['hush-hush', 'a1b2c3d4e5f6g7', ...spelt];
    const query = [
      ...['token=hush-hush', 'api%5Fkey=hush-hush', 'access-token=hush%2Dhush', 'b=2&Secret=hush-hush'],
      ...['key=a1b2c3d4e5f6g7', 'next=https%3A%2F%2Fa.test%2F%3Ftoken%3Da1b2c3d4e5f6g7'],
      ...spelt.flatMap((each) => [`x=${each}`, each, `${each}=1`]),
    ];
    const open = 'a=1&b=%20two+words&c&d=&=e&f=%zz&max_tokens=5&&page=3';
    await acceptCall(incoming('', { query: `${open}&${query.join('&')}` }), all.host);
    const text = traces(all);
    for (const secret of secrets) expect(text).not.toContain(secret);
    const stored = all.stored[0]?.summary.query ?? '';
    expect(stored.slice(0, open.length)).toBe(open);
    expect(stored).toContain('&token=********&api%5Fkey=********&access-token=********&b=2&Secret=********&');
    const lanes = all.queued.map(({ call }) => call?.query);
    expect(lanes).toEqual([stored]);
    for (const text of ['hush-hush', SHARED])
      expect(
        (await searchInvocations(1, 11, { text, limit: 10 }, { ...all.ports, ...nothingHeld })).invocations,
      ).toEqual([]);
  });

  it('leaves a query without secrets unchanged, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const call = incoming('x', { query: text });
        expect(maskCall(call, { values: ['no one writes this secret'] }).query.length).toBeGreaterThanOrEqual(0);
        const query = text.replaceAll(/[^a-d%&=+]/g, '');
        expect(maskCall({ ...call, query }, { values: ['no one writes this secret'] }).query).toBe(query);
      }),
    );
  });

  it('leaves values unchanged that merely contain an old short secret', () => {
    const call = incoming('', { headers: { 'content-type': 'application/json', 'x-kind': 'json' } });
    expect(maskCall(call, { values: ['json'] }).headers).toEqual({
      'content-type': 'application/json',
      'x-kind': '********',
    });
  });
});

describe('checking recent calls', () => {
  const check = { sender: 'github', last: 20 } as const;

  it('shows whether each would have been verified, and changes nothing', async () => {
    const { ports, host, stored } = world();
    for (const secret of ['the right one', 'the right one', 'wrong']) await acceptCall(incoming(secret), host);
    const before = JSON.stringify(stored);
    const checked = await checkCalls(1, 11, { ...check, secret: 'the right one' }, ports);
    expect(checked).toMatchObject({ checked: 3, passed: 2 });
    expect(checked.results.map(({ outcome }) => outcome)).toEqual(['unverified', 'verified', 'verified']);
    expect(JSON.stringify(stored)).toBe(before);
  });

  it('shows which secret signed, so its owner knows when to remove the old one', async () => {
    const { ports, host, choose } = world();
    const [old] = (await choose({ mode: 'report', sender: 'github', add_secret: 'the old one' })).secrets;
    const { secrets } = await choose({ mode: 'report', sender: 'github', add_secret: 'the new one' });
    for (const secret of ['the old one', 'the new one', 'neither']) await acceptCall(incoming(secret), host);
    const { results } = await checkCalls(1, 11, check, ports);
    expect(results.map(({ secret_id }) => secret_id)).toEqual([undefined, secrets[1]?.id, old?.id]);
  });

  it('finds a mistake in the secret, or the actual sender', async () => {
    const { ports, host } = world();
    await acceptCall(incoming('the right one'), host);
    expect((await checkCalls(1, 11, { ...check, sender: 'stripe', secret: 'x' }, ports)).hint).toBe(
      'This call has a GitHub signature.',
    );
    expect(
      (await checkCalls(1, 11, { ...check, secret: Buffer.from('the right one').toString('base64') }, ports)).hint,
    ).toContain('Base64 decoding');
  });

  it('is impossible if a masked query was signed', async () => {
    const { ports, host } = world();
    for (const query of ['x=1', 'token=hush']) {
      const signed = signedCall('twilio', 'right');
      await acceptCall(incoming('', { ...signed, query }), host);
    }
    const { results } = await checkCalls(1, 11, { sender: 'twilio', secret: 'right', last: 5 }, ports);
    expect(results.map(({ outcome }) => outcome)).toEqual(['not-checkable', 'verified']);
  });

  it('is impossible if the proof is not stored', async () => {
    const { ports, stored } = world();
    const { headers, body } = signedCall('gitlab');
    stored.push({
      summary: aSummary(ports.clock()),
      content: { headers: maskCall(incoming('x', { headers: { ...headers } })).headers, body },
    });
    expect(schemeOf('gitlab').proof.by).toBe('secret');
    const checked = await checkCalls(1, 11, { sender: 'gitlab', secret: 'x', last: 5 }, ports);
    expect(checked).toMatchObject({ checked: 0, passed: 0, results: [{ outcome: 'not-checkable' }] });
  });
});

describe('a rejected call', () => {
  const refuse = async (over: Partial<IncomingCall> = {}) => {
    const all = world();
    await all.choose({ sender: 'github', add_secret: 'the right one' });
    await expect(acceptCall(incoming('wrong', over), all.host)).rejects.toMatchObject(refusal);
    const [listed] = await listRejections(1, 11, all.ports);
    return { ...all, id: listed?.id ?? '', listed };
  };

  it('is listed with its reason, and delivered once if its owner accepts it', async () => {
    const { ports, id, listed, stored } = await refuse();
    expect(listed).toMatchObject({
      reason: 'wrong-signature',
      complete: true,
      body: expect.stringContaining('déployé'),
    });
    const { id: invocation } = await acceptRejection(1, id, ports);
    expect(stored.map(({ summary }) => [summary.id, summary.refusedAt])).toEqual([[invocation, listed?.at]]);
    expect(await listRejections(1, 11, ports)).toEqual([]);
    await expect(acceptRejection(1, id, ports)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is invisible to other accounts', async () => {
    const { ports, id } = await refuse();
    await expect(acceptRejection(2, id, ports)).rejects.toMatchObject({ code: 'not-found' });
    await expect(listRejections(2, 11, ports)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('stays in the list while it cannot be delivered', async () => {
    const large = await refuse({ body: Buffer.alloc(20_000, 'x') });
    await expect(acceptRejection(1, large.id, large.ports)).rejects.toMatchObject({ code: 'call-not-kept' });
    expect(large.listed).toMatchObject({ complete: false, size: 20_000 });
    const off = await refuse();
    off.disable();
    await expect(acceptRejection(1, off.id, off.ports)).rejects.toMatchObject({ problem: 'conflict' });
    for (const { ports } of [large, off]) expect(await listRejections(1, 11, ports)).toHaveLength(1);
  });

  it('is deleted after a week', async () => {
    const { ports, clock } = await refuse();
    clock.advance(7 * 86_400);
    expect(await listRejections(1, 11, ports)).toEqual([]);
  });
});

/** A correctly signed call that differs from all others. */
const pushed = (number: number, secret = 'the right one'): IncomingCall => {
  const body = Buffer.from(`{"number":${number}}`);
  const hmac = createHmac('sha256', secret).update(body).digest('hex');
  return incoming('', { body, headers: { 'x-hub-signature-256': `sha256=${hmac}`, 'x-github-delivery': `${number}` } });
};

describe('an intercepted signed call', () => {
  const dropping = async (sender: SenderSlug, fields: string[] = []) => {
    const all = world();
    all.intake({ duplicates: 'drop', duplicateFields: fields });
    const secret = secretFor(schemeOf(sender));
    await all.choose({ sender, add_secret: secret });
    const { method, query, headers, body } = signedCall(sender, undefined, all.clock());
    return { ...all, call: incoming('', { method, query, headers, body }) };
  };
  const signing = senderSlugs.filter((sender) => schemeOf(sender).proof.by !== 'secret');
  const around = fc.record(
    {
      'x-github-delivery': fc.uuid(),
      'idempotency-key': fc.uuid(),
      'x-shopify-webhook-id': fc.uuid(),
      'svix-id': fc.uuid(),
      'webhook-id': fc.uuid(),
      'stripe-signature': fc.constant('t=1'),
      'content-type': fc.constantFrom('text/plain', 'application/x-www-form-urlencoded'),
    },
    { requiredKeys: ['x-github-delivery'] },
  );

  it.each(signing)('counts as one call, even with additional headers: %s', async (sender) => {
    for (const fields of [[], ['n']]) {
      const { call, host, stored } = await dropping(sender, fields);
      await acceptCall(call, host);
      const { idHeader, signed } = schemeOf(sender);
      await fc.assert(
        fc.asyncProperty(around, async (more) => {
          const headers: Record<string, string> = { ...call.headers, ...more };
          // Keep the id, which is signed, and the content type of a signed form.
          if (idHeader) headers[idHeader] = call.headers[idHeader] as string;
          if (signed.includes('form')) headers['content-type'] = call.headers['content-type'] as string;
          if (sender === 'stripe') headers['stripe-signature'] = call.headers['stripe-signature'] as string;
          await acceptCall({ ...call, headers }, host);
          expect(stored).toHaveLength(1);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('is recognised by its delivery id, even if its sender signs it again', async () => {
    const { call, host, stored, clock } = await dropping('slack');
    const sent = (at: Date, id: string) => {
      const { headers, body } = signedCall('slack', undefined, at);
      return acceptCall({ ...call, headers: { ...headers, 'idempotency-key': id }, body }, host);
    };
    await sent(clock(), 'one');
    clock.advance(30);
    const again = clock();
    await sent(again, 'one');
    // The duplicate has another id and is still detected.
    await sent(again, 'two');
    expect(stored).toHaveLength(1);
  });

  it('blocks no other call of its sender', async () => {
    const { host, stored, choose } = await dropping('github');
    await choose({ sender: 'github', add_secret: 'the right one' });
    for (const number of [1, 2, 1, 3]) await acceptCall(pushed(number), host);
    expect(stored).toHaveLength(3);
  });
});

describe('a flood of unverified calls', () => {
  /** Accepts calls like the invoke host. Returns their outcomes. */
  const outcomes = async (calls: IncomingCall[], host: AcceptCallPorts, gate = floodGate(() => 0)) => {
    const found: string[] = [];
    for (const call of calls)
      try {
        gate.enter(call);
        await acceptCall(call, host);
        gate.leave(call);
        found.push('taken');
      } catch (error) {
        gate.leave(call, error);
        found.push((error as AppError).problem);
      }
    return found;
  };
  const times = <T>(count: number, value: T): T[] => Array(count).fill(value);

  it.each(['off', 'drop'] as const)(
    'blocks no genuine sender, even at the same address; duplicates: %s',
    async (duplicates) => {
      const { host, choose, seen, kept, clock, intake } = world();
      intake({ duplicates });
      const gate = floodGate(() => 0);
      await choose({ sender: 'github', add_secret: 'the right one' });
      const unsigned = incoming('', { headers: {} });
      expect(await outcomes(times(30, incoming('a wrong one')), host, gate)).toEqual(times(30, 'unverified'));
      const before = seen().reads;
      for (let round = 0; round < 50; round++) {
        const numbered = pushed(round);
        const flood = [...times(5, incoming('a wrong one')), ...times(5, unsigned)];
        expect(await outcomes([...flood, numbered], host, gate)).toEqual([...times(10, 'throttled'), 'taken']);
      }
      // The flood's 500 calls cause no additional read or entry, and a verified call costs as much as usual.
      expect(seen().reads - before).toBeLessThanOrEqual(50);
      expect(kept.size).toBe(6);
      clock.advance(2);
      expect(await outcomes([unsigned, unsigned], host)).toEqual(['unverified', 'throttled']);
    },
  );

  it('blocks a sender with a new secret for at most two seconds', async () => {
    const { host, choose, clock } = world();
    await choose({ sender: 'github', add_secret: 'the former one' });
    const wrong = incoming('a wrong one');
    await outcomes(times(40, wrong), host);
    await choose({ sender: 'github', add_secret: 'the newer one' });
    clock.advance(2);
    // An unverified call makes the process notice the new secret.
    expect(await outcomes([wrong, incoming('the newer one')], host)).toEqual(['unverified', 'taken']);
  });

  it('affects only its webhook, and no URL verification', async () => {
    const { host, choose, intake } = world();
    intake({ answerHandshakes: true });
    await choose({ sender: 'github', add_secret: 'the right one' });
    await outcomes(times(40, incoming('a wrong one')), host);
    const hello = incoming('', { body: Buffer.from('{"type":"url_verification","challenge":"3eZbrw1a"}') });
    expect(await acceptCall(hello, host)).toMatchObject({ handshake: { text: '3eZbrw1a' } });
    expect(host.routeCache?.flooded('another-route')).toBeUndefined();
  });
});
