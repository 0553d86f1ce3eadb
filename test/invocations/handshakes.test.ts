import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { invokeHost } from '../../lambdas/http/invoke-host.ts';
import { fingerprintOf } from '../../lambdas/invocations/fingerprint.ts';
import { countHandshake } from '../../lambdas/invocations/handshake-limit.ts';
import { handshakeOf, isSnsUrl } from '../../lambdas/invocations/handshakes.ts';
import type { IncomingCall } from '../../lambdas/model/invocation.ts';
import type { Handshake } from '../../lambdas/model/verification-result.ts';
import { aSummary, movableClock } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';

captureLog();

const call = (over: Partial<Omit<IncomingCall, 'body'>> & { body?: string } = {}): IncomingCall => ({
  route: 'a-route',
  method: 'POST',
  query: '',
  headers: {},
  ip: '203.0.113.7',
  ...over,
  body: Buffer.from(over.body ?? ''),
});
const answer = (text: string): Handshake => ({ kind: 'answer', text });

describe('URL verification of', () => {
  it('Slack returns its challenge', () =>
    expect(handshakeOf(call({ body: '{"token":"x","challenge":"3eZb","type":"url_verification"}' }), '')).toEqual(
      answer('3eZb'),
    ));

  it('Meta succeeds with the verify token, and is rejected otherwise', () => {
    const query = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=fixture-verify-token';
    const meta = call({ method: 'GET', query });
    expect(handshakeOf(meta, 'fixture-verify-token')).toEqual(answer('1158201444'));
    const refused = expect.objectContaining({ code: 'verify-token-wrong' });
    expect(() => handshakeOf(meta, 'another')).toThrow(refused);
    expect(() => handshakeOf(meta, '')).toThrow(refused);
  });

  it('Microsoft Graph returns its decoded token', () =>
    expect(handshakeOf(call({ query: 'validationToken=Validation%3A+a%20b' }), '')).toEqual(answer('Validation: a b')));

  it('Dropbox returns its challenge', () =>
    expect(handshakeOf(call({ method: 'GET', query: 'challenge=abc123' }), '')).toEqual(answer('abc123')));

  it('CloudEvents returns the permitted origin and rate', () =>
    expect(
      handshakeOf(
        call({
          method: 'OPTIONS',
          headers: { 'webhook-request-origin': 'eventemitter.example.com', 'webhook-request-rate': '120' },
        }),
        '',
      ),
    ).toEqual({
      kind: 'answer',
      text: '',
      headers: {
        allow: 'POST',
        'webhook-allowed-origin': 'eventemitter.example.com',
        'webhook-allowed-rate': '120',
      },
    }));

  const sns = (SubscribeURL: unknown) =>
    call({
      headers: { 'x-amz-sns-message-type': 'SubscriptionConfirmation' },
      body: JSON.stringify({ Type: 'SubscriptionConfirmation', SubscribeURL }),
    });
  const good = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn&Token=abc';

  it('Amazon SNS confirms the subscription at SNS', () =>
    expect(handshakeOf(sns(good), '')).toEqual({ kind: 'confirm', url: good }));

  it.each([
    'http://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com.evil.example/?Action=ConfirmSubscription',
    'https://evil.example/sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com:8443/?Action=ConfirmSubscription',
    'https://user@sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com/?Action=DeleteTopic',
    'https://s3.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    'nonsense',
    7,
  ])('gives no access to anything else: %s', (url) => {
    expect(handshakeOf(sns(url), '')).toBeUndefined();
    expect(isSnsUrl(String(url))).toBe(false);
  });

  it.each([
    ['an ordinary call', call({ body: '{"hello":"you"}' })],
    ['a text that names the word', call({ body: 'url_verification' })],
    ['a challenge that is no text', call({ body: '{"type":"url_verification","challenge":{"a":1}}' })],
    ['a challenge without end', call({ body: `{"type":"url_verification","challenge":"${'x'.repeat(2000)}"}` })],
    ['an OPTIONS of a browser', call({ method: 'OPTIONS', headers: { origin: 'https://a.example' } })],
  ])('no one is %s', (_what, each) => expect(handshakeOf(each, '')).toBeUndefined());
});

describe('the response to URL verification', () => {
  const host = (handshake: Handshake, confirmed = true) => {
    const opened: string[] = [];
    const handler = invokeHost(
      async () => ({ handshake }),
      async (url) => {
        opened.push(url);
        return confirmed;
      },
    ) as unknown as (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;
    const event = {
      headers: {},
      rawQueryString: '',
      pathParameters: { route: 'a-route' },
      requestContext: { requestId: 'r', http: { method: 'POST', sourceIp: '203.0.113.7' } },
    } as unknown as APIGatewayProxyEventV2;
    return { opened, ask: () => handler(event, {} as Context) };
  };

  it('is plain text that no browser interprets differently', async () => {
    expect(await host(answer('<script>')).ask()).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      body: '<script>',
    });
  });

  it('follows the confirmation, and asks for a retry if that fails', async () => {
    const url = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription';
    const good = host({ kind: 'confirm', url });
    expect((await good.ask()).statusCode).toBe(200);
    expect(good.opened).toEqual([url]);
    expect((await host({ kind: 'confirm', url }, false).ask()).statusCode).toBe(503);
  });
});

describe('URL verification of an invoke URL', () => {
  const handshake = { handshake: answer('3eZb') };
  const limits = () => {
    const taken = new Map<string, number>();
    return {
      take: async (scope: string, start: Date, limit: number) => {
        const name = `${scope} ${start.toISOString()}`;
        taken.set(name, (taken.get(name) ?? 0) + 1);
        return (taken.get(name) as number) <= limit;
      },
    };
  };

  it('is answered thirty times an hour', async () => {
    const clock = movableClock('2026-11-20T12:10:00.000Z');
    const ports = { limitStore: limits(), clock };
    for (let count = 0; count < 30; count++) await countHandshake(call(), handshake, ports);
    await expect(countHandshake(call(), handshake, ports)).rejects.toMatchObject({
      problem: 'throttled',
      retryAfterSeconds: 3000,
    });
    await countHandshake(call({ route: 'another' }), handshake, ports);
    clock.advance(3000);
    await countHandshake(call(), handshake, ports);
  });

  it('does not affect ordinary calls', async () => {
    const ports = { limitStore: { take: async () => false }, clock: movableClock() };
    await countHandshake(call(), aSummary(new Date()), ports);
  });
});

describe('a call’s identity', () => {
  it.each(['x-github-delivery', 'webhook-id', 'svix-id', 'idempotency-key'])('is the delivery id in %s', (name) => {
    const one = fingerprintOf(call({ headers: { [name]: 'abc' }, body: '1' }));
    expect(fingerprintOf(call({ headers: { [name]: 'abc' }, body: '2' }))).toBe(one);
    expect(fingerprintOf(call({ headers: { [name]: 'abd' }, body: '1' }))).not.toBe(one);
  });

  it("is Stripe's event id in the body", () => {
    const stripe = (body: string, t: string) => fingerprintOf(call({ headers: { 'stripe-signature': t }, body }));
    expect(stripe('{"id":"evt_1","a":1}', 't=1')).toBe(stripe('{"id":"evt_1","a":2}', 't=2'));
    expect(stripe('{"id":"evt_1"}', 't=1')).not.toBe(stripe('{"id":"evt_2"}', 't=1'));
  });

  it('is the whole call if the service gives no id', () => {
    const one = fingerprintOf(call({ body: '1' }));
    expect(fingerprintOf(call({ body: '1', headers: { date: 'now' } }))).toBe(one);
    expect(fingerprintOf(call({ body: '2' }))).not.toBe(one);
    expect(fingerprintOf(call({ body: '1', query: 'a=1' }))).not.toBe(one);
    expect(fingerprintOf(call({ body: '1', method: 'PUT' }))).not.toBe(one);
  });
});
