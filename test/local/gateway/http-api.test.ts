import { describe, expect, it, vi } from 'vitest';
import { type FunctionResult, tooManyCalls } from '../../../lib/local/functions/protocol.ts';
import type { WireRequest } from '../../../lib/local/gateway/exchange.ts';
import { createHttpApi, HTTP_API_LIMITS } from '../../../lib/local/gateway/http-api.ts';

const ok = (value: unknown): FunctionResult => ({ ok: true, value, requestId: 'r', durationMs: 1, cpuMs: 1 });
const failed: FunctionResult = {
  ok: false,
  errorType: 'E',
  errorMessage: 'm',
  requestId: 'r',
  durationMs: 1,
  cpuMs: 1,
};

const api = (
  invoke: (functionName: string, event: unknown) => Promise<FunctionResult>,
  throttle?: { perSecond: number; burst: number },
) =>
  createHttpApi({
    spec: {
      id: 'id',
      name: 'test',
      domainName: 'id.execute-api.eu-central-1.amazonaws.com',
      stage: '$default',
      routes: [
        { routeKey: 'POST /calls', target: { functionName: 'taker', isPermitted: true } },
        { routeKey: 'POST /closed', target: { functionName: 'taker', isPermitted: false } },
      ],
      ...(throttle && { throttle }),
    },
    account: '000000000000',
    now: () => new Date(0),
    invoke,
    onCall: () => undefined,
    onDenied: () => undefined,
  });
const request = (more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  target: '/calls',
  headers: [['host', 'localhost']],
  body: Buffer.alloc(0),
  ip: '127.0.0.1',
  ...more,
});
const message = (body: Buffer) => (JSON.parse(body.toString()) as { message: string }).message;

describe('an HTTP API', () => {
  it('returns the response of the route’s function', async () => {
    const invoke = vi.fn(async () => ok({ statusCode: 202, body: 'taken' }));
    const answer = await api(invoke)(request());
    expect(answer.status).toBe(202);
    expect(invoke).toHaveBeenCalledWith('taker', expect.objectContaining({ routeKey: 'POST /calls' }));
  });

  it('returns 404 itself if no route matches', async () => {
    const { status, body } = await api(async () => ok({}))(request({ target: '/other' }));
    expect([status, message(body)]).toEqual([404, 'Not Found']);
  });

  it('returns 500 if the function fails or its result is invalid', async () => {
    expect((await api(async () => failed)(request())).status).toBe(500);
    expect((await api(async () => ok({ statusCode: 'x' }))(request())).status).toBe(500);
  });

  it('returns 500 without starting the function if the function does not permit the route', async () => {
    const invoke = vi.fn(async () => ok({}));
    const { status, body } = await api(invoke)(request({ target: '/closed' }));
    expect([status, message(body)]).toEqual([500, 'Internal Server Error']);
    expect(invoke).not.toHaveBeenCalled();
  });

  it('returns 503 when the function exceeds the gateway’s timeout', async () => {
    vi.useFakeTimers();
    try {
      const answer = api(() => new Promise(() => undefined))(request());
      await vi.advanceTimersByTimeAsync(HTTP_API_LIMITS.integrationMs);
      expect((await answer).status).toBe(503);
    } finally {
      vi.useRealTimers();
    }
  });

  it('returns 413 when the event exceeds Lambda’s limit, as 4.6 MB do in base64', async () => {
    const invoke = vi.fn(async () => ok({}));
    const binary = request({ body: Buffer.alloc(4_800_000) });
    expect((await api(invoke)(binary)).status).toBe(413);
    expect(invoke).not.toHaveBeenCalled();
    expect((await api(invoke)(request({ body: Buffer.alloc(4_000_000) }))).status).toBe(200);
  });

  it('returns 431 to more than 10,240 bytes of headers', async () => {
    const headers: [string, string][] = [
      ['host', 'localhost'],
      ['x', 'x'.repeat(10_240)],
    ];
    expect((await api(async () => ok({}))(request({ headers }))).status).toBe(431);
  });

  it('returns 429 to calls beyond the stage’s burst', async () => {
    const call = api(async () => ok({}), { perSecond: 0.001, burst: 2 });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await call(request())).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('sends no Retry-After with its own rejections, like AWS', async () => {
    const throttled = await api(async () => ok({}), { perSecond: 0.001, burst: 0 })(request());
    const crowded = await api(async () => tooManyCalls())(request());
    expect([throttled.status, crowded.status]).toEqual([429, 503]);
    for (const { headers } of [throttled, crowded]) expect(headers).toEqual([['content-type', 'application/json']]);
  });
});
