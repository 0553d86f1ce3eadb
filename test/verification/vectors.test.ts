import { sign as signGitHub } from '@octokit/webhooks-methods';
import { verifyKey } from 'discord-interactions';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import type { SenderSlug } from '../../lambdas/contract/senders.ts';
import { schemeOf } from '../../lambdas/verification/senders/index.ts';
import { verify } from '../../lambdas/verification/verify.ts';
import { aCall, addressOf, NOW, secretFor, signedCall } from './calls.ts';
import vectors from './fixtures/vectors.json' with { type: 'json' };

/*
 * Signatures that we did not make: published by the sender, or made or accepted by its own package. The fixture states
 * the origin of each.
 */
describe.each(vectors as Vector[])('a call of $sender, $by', ({ sender, secret, body, headers, at, path, query }) => {
  const scheme = schemeOf(sender as SenderSlug);
  const call = aCall({ headers, body, ...(path !== undefined && { path }), ...(query !== undefined && { query }) });
  const then = new Date(at * 1000);
  const inTime = { ...call, ...(sender === 'square' || sender === 'hubspot' ? { path: '/route' } : {}) };

  it('is verified', () => expect(verify(scheme, inTime, [secret], then)).toMatchObject({ verified: true, secret: 0 }));

  it('is not verified by another secret, and is verified by the right one of two', () => {
    const other = scheme.proof.by === 'hmac' && scheme.proof.key === 'text' ? `${secret}x` : secretFor(scheme);
    expect(verify(scheme, inTime, [other], then)).toMatchObject({ verified: false });
    expect(verify(scheme, inTime, [other, secret], then)).toMatchObject({ verified: true, secret: 1 });
  });

  it('is too old a day later, if its sender signs the time', () => {
    const later = new Date(then.getTime() + 86_400_000);
    const verdict = verify(scheme, inTime, [secret], later);
    expect(verdict).toMatchObject(scheme.time && !scheme.time.optional ? { reason: 'too-old' } : { verified: true });
  });
});

interface Vector {
  sender: string;
  by: string;
  secret: string;
  body: string;
  headers: Record<string, string>;
  at: number;
  path?: string;
  query?: string;
}

describe('signatures of other packages are verified here:', () => {
  const body = '{"n":12,"text":"déployé"}';
  const seconds = Math.floor(NOW.getTime() / 1000);
  const verified = (slug: SenderSlug, headers: Record<string, string>, secret: string, over = {}) =>
    expect(verify(schemeOf(slug), aCall({ headers, body, ...over }), [secret], NOW)).toMatchObject({
      verified: true,
      secret: 0,
    });

  it('@octokit/webhooks-methods', async () =>
    verified('github', { 'x-hub-signature-256': await signGitHub('a secret', body) }, 'a secret'));

  it('stripe', () =>
    verified(
      'stripe',
      {
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload: body,
          secret: 'whsec_abc',
          timestamp: seconds,
        }),
      },
      'whsec_abc',
    ));

  it('standardwebhooks and svix', () => {
    const secret = secretFor(schemeOf('svix'));
    const of = (signature: string, prefix: string) => ({
      [`${prefix}-id`]: 'msg_1',
      [`${prefix}-timestamp`]: String(seconds),
      [`${prefix}-signature`]: signature,
    });
    verified('standard-webhooks', of(new StandardWebhook(secret).sign('msg_1', NOW, body), 'webhook'), secret);
    verified('svix', of(new SvixWebhook(secret).sign('msg_1', NOW, body), 'svix'), secret);
  });

  it('twilio', () => {
    const form = { From: '+41', To: '+49', Body: 'hello world' };
    const over = { body: new URLSearchParams(form).toString(), query: 'x=1' };
    const url = addressOf(aCall(over));
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature('token', url, form),
    };
    verified('twilio', headers, 'token', over);
  });

  it('discord-interactions, which also verifies signatures made here', async () => {
    const { headers, body: signed } = signedCall('discord');
    const key = secretFor(schemeOf('discord'));
    const text = Buffer.from(signed).toString('utf8');
    const [signature, time] = [headers['x-signature-ed25519'] as string, headers['x-signature-timestamp'] as string];
    expect(await verifyKey(text, signature, time, key)).toBe(true);
    expect(verify(schemeOf('discord'), aCall({ headers, body: text }), [key], NOW)).toMatchObject({ verified: true });
    expect(await verifyKey(`${text} `, signature, time, key)).toBe(false);
  });
});
