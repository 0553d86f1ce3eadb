import { verifyKey } from 'discord-interactions';
import { describe, expect, it } from 'vitest';
import type { SenderSlug } from '../../lambdas/contract/senders.ts';
import { schemeOf } from '../../lambdas/verification/senders/index.ts';
import { verify } from '../../lambdas/verification/verify.ts';
import { aCall, NOW, secretFor, signedCall } from './calls.ts';
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

describe('signatures made here are verified by', () => {
  it('discord-interactions', async () => {
    const { headers, body: signed } = signedCall('discord');
    const key = secretFor(schemeOf('discord'));
    const text = Buffer.from(signed).toString('utf8');
    const [signature, time] = [headers['x-signature-ed25519'] as string, headers['x-signature-timestamp'] as string];
    expect(await verifyKey(text, signature, time, key)).toBe(true);
    expect(verify(schemeOf('discord'), aCall({ headers, body: text }), [key], NOW)).toMatchObject({ verified: true });
    expect(await verifyKey(`${text} `, signature, time, key)).toBe(false);
  });
});
