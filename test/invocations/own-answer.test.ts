import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { answerProblem, callMethods, type IntakeAnswer } from '../../lambdas/contract/answer.ts';
import { floodGate } from '../../lambdas/http/flood-gate.ts';
import { invokeHost } from '../../lambdas/http/invoke-host.ts';
import { type AcceptCallPorts, acceptCall } from '../../lambdas/invocations/accept-call.ts';
import { createRouteCache } from '../../lambdas/invocations/route-cache.ts';
import { sendTestCall } from '../../lambdas/invocations/send-test-call.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { refused } from '../../lambdas/model/verification-result.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { httpEvent } from '../support/http-event.ts';
import { aWebhook, movableClock } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { noSamples } from '../support/no-samples.ts';

captureLog();

const OK: IntakeAnswer = { status: 200, contentType: 'text/plain', body: 'OK' };

/** The invoke host with a webhook, all in memory. `steps` contains the order of its work. */
const host = (intake: Partial<Webhook['intake']>, over: Partial<Webhook> & Partial<AcceptCallPorts> = {}) => {
  const { enabled = true, verification, ...ports } = over;
  const plain = aWebhook({ route: 'a-route' });
  const webhook = { ...plain, enabled, ...(verification && { verification }), intake: { ...plain.intake, ...intake } };
  const clock = movableClock();
  const steps: string[] = [];
  let reads = 0;
  const seen = new Map<string, string>();
  const summaries = new Map<string, Parameters<AcceptCallPorts['invocations']['insert']>[0]>();
  const accepting: AcceptCallPorts = {
    routes: {
      byRoute: async () => {
        reads++;
        const owner = { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' } as const;
        return { ...webhook, webhookId: webhook.id, owner, webhookVersion: 'one' };
      },
    },
    counters: {
      takeInvocation: async () => {
        steps.push('counted');
        return { used: 1, storedBytes: 0, previousCallTo: () => undefined };
      },
    },
    invocations: {
      insert: async (summary) => {
        steps.push('stored');
        summaries.set(summary.id, summary);
      },
      remove: async () => {},
      get: async (_user, _webhook, id) => summaries.get(id),
    },
    laneQueue: { send: async () => void steps.push('queued') },
    deduplication: {
      claim: async ({ fingerprint, invocationId }) => {
        const first = seen.get(fingerprint);
        if (first === undefined) seen.set(fingerprint, invocationId);
        return first;
      },
    },
    outbox: { put: async () => {} },
    plans,
    clock,
    routeCache: createRouteCache(clock),
    ...ports,
  };
  const serve = invokeHost(
    (call) => acceptCall(call, accepting),
    async () => true,
    floodGate(),
  ) as unknown as (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;
  const ask = (method: string, more: { body?: string; query?: Record<string, string> } = {}) =>
    serve(httpEvent({ method, path: '/a-route', params: { route: 'a-route' }, ...more }), {} as Context);
  return { ask, steps, accepting, webhook, reads: () => reads };
};

describe('a custom response', () => {
  it('is returned once the call is stored and queued, instead of 202 and the id', async () => {
    const { ask, steps } = host({ answer: { status: 200, contentType: 'application/json', body: '{"ok":true}' } });
    const answer = await ask('POST', { body: '{}' });
    expect(answer).toMatchObject({ statusCode: 200, body: '{"ok":true}' });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    expect(steps.sort()).toEqual(['counted', 'queued', 'stored']);
  });

  it('is also returned by a process that cached the webhook', async () => {
    const { ask, reads } = host({ answer: OK });
    for (let calls = 0; calls < 3; calls++) expect(await ask('POST')).toMatchObject({ statusCode: 200, body: 'OK' });
    expect(reads()).toBe(1);
  });

  it('is returned for a dropped duplicate', async () => {
    const { ask, steps } = host({ answer: OK, duplicates: 'drop', duplicateFields: ['id'] });
    expect(await ask('POST', { body: '{"id":1,"try":1}' })).toMatchObject({ statusCode: 200, body: 'OK' });
    expect(await ask('POST', { body: '{"id":1,"try":2}' })).toMatchObject({ statusCode: 200, body: 'OK' });
    expect(steps.filter((step) => step === 'queued')).toHaveLength(1);
  });

  it('is not returned if the call is not stored: rejections stay the same', async () => {
    const down = { counters: { takeInvocation: async () => Promise.reject(new Error('down')) } };
    expect(await host({ answer: OK }, down).ask('POST')).toMatchObject({ statusCode: 503 });
    expect(await host({ answer: OK }, { enabled: false }).ask('POST')).toMatchObject({ statusCode: 404 });
    const full = { counters: { takeInvocation: async () => ({ refused: 'quota' as const }) } };
    expect(await host({ answer: OK }, full).ask('POST')).toMatchObject({ statusCode: 429 });
  });

  it('is not returned for an unverified call', async () => {
    const verification = { mode: 'enforce' as const, sender: 'github' as const, allowIps: [], secrets: [] };
    const judge = async () => refused('no-signature', 'There is no signature.');
    const { ask, steps } = host({ answer: OK, methods: ['POST'] }, { verification, judge });
    expect(await ask('POST')).toMatchObject({ statusCode: 401 });
    expect(steps).toEqual([]);
  });

  it('does not prevent URL verification, and neither do the methods', async () => {
    const { ask, steps } = host({ answer: OK, methods: ['POST'], answerHandshakes: true, verifyToken: 'word' });
    const slack = await ask('POST', { body: '{"type":"url_verification","challenge":"3eZb"}' });
    expect(slack).toMatchObject({ statusCode: 200, body: '3eZb' });
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'word' };
    expect(await ask('GET', { query })).toMatchObject({ statusCode: 200, body: '1158201444' });
    expect(steps).toEqual([]);
  });

  it.each(['text/plain', 'application/json', 'text/xml', 'application/xml'] as const)(
    'is no page that scripts on our host, as %s',
    async (contentType) => {
      const body = '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(origin)</script></html>';
      const { headers } = await host({ answer: { status: 200, contentType, body } }).ask('GET');
      expect(headers).toMatchObject({
        'content-type': `${contentType}; charset=utf-8`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      });
    },
  );

  it('has no content type without a body', async () => {
    const { headers, body } = await host({ answer: { status: 204, contentType: 'text/plain', body: '' } }).ask('POST');
    expect(headers).not.toHaveProperty('content-type');
    expect(body).toBe('');
  });
});

describe('a webhook limited to some methods', () => {
  it.each(callMethods.filter((method) => method !== 'POST' && method !== 'PUT'))(
    'rejects %s with 405 and the accepted methods, and stores nothing',
    async (method) => {
      const { ask, steps } = host({ methods: ['POST', 'PUT'] });
      const answer = await ask(method);
      expect(answer).toMatchObject({ statusCode: 405, headers: { allow: 'POST, PUT' } });
      expect(JSON.parse(String(answer.body))).toMatchObject({
        code: 'method-not-allowed',
        detail: `This webhook accepts POST, PUT only, but this call uses ${method}.`,
      });
      expect(steps).toEqual([]);
    },
  );

  it.each(['POST', 'PUT'])('accepts %s', async (method) => {
    expect(await host({ methods: ['POST', 'PUT'] }).ask(method)).toMatchObject({ statusCode: 202 });
  });

  it('accepts all if none is named', async () => {
    for (const method of callMethods) expect(await host({}).ask(method), method).toMatchObject({ statusCode: 202 });
  });

  it('reports this to its owner, whose test call is a POST', async () => {
    const { accepting, webhook } = host({ methods: ['GET'] });
    const ports = { ...accepting, webhooks: { get: async () => webhook }, samples: noSamples };
    await expect(sendTestCall(1, 11, { body: '{}' }, '203.0.113.7', ports)).rejects.toMatchObject({
      code: 'method-not-allowed',
      problem: 'conflict',
    });
  });
});

describe('an error in a custom response', () => {
  it.each([
    [{ status: 199 }, 'status'],
    [{ status: 300 }, 'status'],
    [{ status: 302 }, 'status'],
    [{ status: Number.NaN }, 'status'],
    [{ status: 200.5 }, 'status'],
    [{ status: 204 }, 'body'],
    [{ status: 205 }, 'body'],
    [{ body: 'x'.repeat(1001) }, 'body'],
    [{ contentType: 'application/json', body: '{' }, 'body'],
  ] as const)('is reported at its field: %j', (over, field) =>
    expect(answerProblem({ ...OK, ...over } as IntakeAnswer)?.field).toBe(field),
  );

  it.each([
    {},
    { body: '' },
    { status: 204, body: '' },
    { status: 299 },
    { body: 'x'.repeat(1000) },
    { contentType: 'application/json', body: '"received"' },
    { contentType: 'application/json', body: '' },
    { contentType: 'text/xml', body: '<Response/>' },
  ] as const)('is nothing for %j', (over) => expect(answerProblem({ ...OK, ...over } as IntakeAnswer)).toBeUndefined());
});
