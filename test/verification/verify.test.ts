import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { senderSlugs } from '../../lambdas/contract/senders.ts';
import { isListed, parseRange } from '../../lambdas/verification/address-list.ts';
import { hintFor } from '../../lambdas/verification/hints.ts';
import type { SignedCall } from '../../lambdas/verification/scheme.ts';
import { schemeOf } from '../../lambdas/verification/senders/index.ts';
import { verify } from '../../lambdas/verification/verify.ts';
import { aCall, NOW, secretFor, signedCall } from './calls.ts';

const flipped = (bytes: Uint8Array, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  const at = bit % (copy.length * 8);
  copy[at >> 3] = (copy[at >> 3] as number) ^ (1 << (at & 7));
  return copy;
};
const withHeader = (call: SignedCall, name: string, bit: number): SignedCall => ({
  ...call,
  headers: { ...call.headers, [name]: flipped(Buffer.from(call.headers[name] as string), bit).toString('latin1') },
});
const seconds = (by: number) => new Date(NOW.getTime() + by * 1000);

describe.each(senderSlugs)('a call from %s', (slug) => {
  const scheme = schemeOf(slug);
  const secret = secretFor(scheme);
  const call = signedCall(slug);
  const { signed, time, idHeader, signature, proof } = scheme;
  const judged = (changed: SignedCall, at = NOW) => verify(scheme, changed, [secret], at);

  it('is verified with the secret that signed it, and its scheme names a source', () => {
    expect(judged(call)).toMatchObject({ verified: true, secret: 0 });
    expect(scheme.source).not.toBe('');
  });

  const timeHeader = time?.optional ? undefined : time?.header;
  const changes: [what: string, change: (bit: number) => SignedCall][] = [
    ['body', (bit) => ({ ...call, body: flipped(call.body, bit) })],
    ['id', (bit) => withHeader(call, idHeader ?? '', bit)],
    ['time', (bit) => withHeader(call, timeHeader ?? '', bit)],
    ['address', (bit) => ({ ...call, query: `x=${bit + 2}` })],
    ['secret', (bit) => signedCall(slug, flipped(Buffer.from(secret), bit % 200).toString('latin1'))],
  ];
  const isCovered: Record<string, boolean> = {
    body: signed.includes('body'),
    id: idHeader !== undefined,
    time: timeHeader !== undefined,
    address: signed.includes('url'),
    secret: (proof.by === 'hmac' && proof.key === 'text') || proof.by === 'secret',
  };
  it.each(changes.filter(([what]) => isCovered[what]))('is not verified if one bit of its %s is changed', (_, change) =>
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (bit) => !judged(change(bit)).verified),
      { numRuns: 150 },
    ),
  );

  it('is not verified with an empty or truncated secret', () => {
    const by = (stored: string, forged: SignedCall) => verify(scheme, forged, [stored], NOW).verified;
    for (const stored of ['', 'A', 'whsec_', 'whsec_A', '00'])
      expect(by(stored, signedCall(slug, '')), stored).toBe(false);
    if (proof.by !== 'hmac' || proof.key === 'text') return;
    const short = '7 bytes';
    const encoded = Buffer.from(short).toString(proof.key === 'hex' ? 'hex' : 'base64');
    const forged = signedCall(slug, short, NOW, { ...scheme, proof: { ...proof, key: 'text' } });
    expect(by(encoded, forged)).toBe(false);
  });

  it('is rejected as unsigned if it carries no proof', () => {
    const header = signature.header ?? `${signature.headersFrom}1`;
    const { [header]: _, ...headers } = call.headers;
    const bare = signature.body === undefined ? { ...call, headers } : { ...call, body: Buffer.from('{}') };
    expect(judged(bare)).toMatchObject({ verified: false, reason: 'no-signature' });
  });

  it('is checked against the clock, if its sender signs the time', () => {
    const tolerance = time?.optional ? undefined : time?.toleranceSeconds;
    if (tolerance === undefined) return expect(judged(call, seconds(864_000))).toMatchObject({ verified: true });
    expect(judged(call, seconds(tolerance))).toMatchObject({ verified: true });
    expect(judged(call, seconds(tolerance + 1))).toMatchObject({
      reason: 'too-old',
      detail: expect.stringContaining(`${tolerance + 1}`),
    });
    expect(judged(call, seconds(-Math.min(300, tolerance) - 1))).toMatchObject({ reason: 'from-the-future' });
  });
});

describe('a call', () => {
  const github = schemeOf('github');

  it('is verified by the old or the new secret, and the result names which', () => {
    const call = signedCall('github', 'the new one');
    expect(verify(github, call, ['the old one', 'the new one'], NOW)).toMatchObject({ verified: true, secret: 1 });
    expect(verify(github, call, ['the old one'], NOW)).toMatchObject({ reason: 'wrong-signature' });
  });

  it('with several signatures needs one valid signature', () => {
    const { headers, body } = signedCall('stripe', 'whsec_a');
    const header = `${headers['stripe-signature']},v1=${'0'.repeat(64)},v0=abc`;
    const call = aCall({ headers: { 'stripe-signature': header }, body });
    expect(verify(schemeOf('stripe'), call, ['whsec_a'], NOW)).toMatchObject({ verified: true });
  });

  it.each(['t=,v1=aa', 't,v1=,v0=', 't,v1=,', 't,,', 't=12', 'hello', '=', ',,,,', `t=${'9'.repeat(400)},v1=00`])(
    'has a malformed signature with the header %s',
    (value) => {
      const call = aCall({ headers: { 'stripe-signature': value }, body: '{}' });
      expect(verify(schemeOf('stripe'), call, ['whsec_a'], NOW)).toMatchObject({ reason: 'malformed-signature' });
    },
  );

  it('with any content is judged without an error', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...senderSlugs),
        fc.string(),
        fc.uint8Array({ maxLength: 60 }),
        fc.string({ minLength: 1 }),
        (slug, value, body, secret) => {
          const { signature, time, idHeader } = schemeOf(slug);
          const names = [signature.header, `${signature.headersFrom}1`, time?.header, idHeader];
          const headers = Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, value]])));
          return typeof verify(schemeOf(slug), aCall({ headers, body }), [secret], NOW).verified === 'boolean';
        },
      ),
      { numRuns: 1000 },
    ));

  it('is not verified without a secret, or with one that its sender cannot have issued', () => {
    expect(verify(github, signedCall('github'), [], NOW)).toMatchObject({ reason: 'no-secret' });
    expect(verify(schemeOf('adyen'), signedCall('adyen'), ['not hex'], NOW)).toMatchObject({
      reason: 'unusable-secret',
    });
  });

  it('from a custom sender is verified by its owner’s settings', () => {
    const own = schemeOf('hmac', {
      header: 'X-Sig',
      prefix: 'v7=',
      encoding: 'base64',
      hash: 'sha512',
      timeHeader: 'X-At',
    });
    const call = signedCall('hmac', 'mine', NOW, own);
    expect(verify(own, call, ['mine'], NOW)).toMatchObject({ verified: true });
    expect(verify(own, call, ['yours'], NOW)).toMatchObject({ reason: 'wrong-signature' });
    expect(verify(schemeOf('hmac'), call, ['mine'], NOW)).toMatchObject({ reason: 'no-signature' });
  });

  it('from Grafana is verified with a timestamp too', () => {
    const timed = {
      ...schemeOf('grafana'),
      time: { header: 'x-grafana-alerting-timestamp', unit: 's', toleranceSeconds: 300 },
    } as const;
    const call = signedCall('grafana', 'mine', NOW, timed);
    expect(verify(schemeOf('grafana'), call, ['mine'], NOW)).toMatchObject({ verified: true });
    expect(verify(schemeOf('grafana'), call, ['mine'], seconds(301))).toMatchObject({ reason: 'too-old' });
  });
});

describe('a form from Twilio', () => {
  it('is verified by its fields, and not with another value, field or digest', () => {
    const twilio = schemeOf('twilio');
    const call = signedCall('twilio', 'token');
    const text = Buffer.from(call.body).toString('utf8');
    const judged = (body: string, headers = call.headers) =>
      verify(twilio, { ...call, headers, body: Buffer.from(body) }, ['token'], NOW).verified;
    expect(judged(text)).toBe(true);
    for (const body of [text.replace('hello', 'hullo'), `${text}&More=1`, text.replace('To=', 'Fo='), ''])
      expect(judged(body)).toBe(false);
    expect(judged('{"n":1}', { ...call.headers, 'content-type': 'application/json' })).toBe(false);
  });
});

describe('the hint for a wrong secret', () => {
  const github = schemeOf('github');
  const svix = schemeOf('svix');

  it.each([
    ['a blank behind the secret', hintFor(github, signedCall('github', 'key'), 'key ', NOW), 'blank-in-secret'],
    ['a newline behind the secret', hintFor(github, signedCall('github', 'key'), 'key\n', NOW), 'blank-in-secret'],
    [
      'a secret that is base64 of the key',
      hintFor(
        github,
        signedCall('github', 'a key of 24 letters long'),
        Buffer.from('a key of 24 letters long').toString('base64'),
        NOW,
      ),
      'secret-is-base64',
    ],
    [
      'a secret that is hex of the key',
      hintFor(github, signedCall('github', 'the key \u0001'), Buffer.from('the key \u0001').toString('hex'), NOW),
      'secret-is-hex',
    ],
    [
      'a secret without the prefix that belongs to it',
      hintFor(schemeOf('stripe'), signedCall('stripe', 'whsec_abc'), 'abc', NOW),
      'secret-without-prefix',
    ],
    [
      'a secret with a prefix that does not belong to it',
      hintFor(schemeOf('stripe'), signedCall('stripe', 'abc'), 'whsec_abc', NOW),
      'secret-with-prefix',
    ],
    [
      'another hash',
      hintFor(schemeOf('hmac'), signedCall('hmac', 'key', NOW, schemeOf('hmac', { hash: 'sha1' })), 'key', NOW),
      'other-hash',
    ],
    ['another sender', hintFor(github, signedCall('shopify', 'key'), 'key', NOW), 'other-sender'],
    ['no known mistake in other cases', hintFor(svix, signedCall('svix'), 'whsec_AAAA', NOW), undefined],
  ])('detects %s', (_, hint, slip) => expect(hint?.slip).toBe(slip));

  it('detects a final newline that was lost or added on the way', () => {
    const { headers, body } = signedCall('github', 'key');
    const longer = { ...signedCall('github', 'key'), body: Buffer.concat([body, Buffer.from('\n')]) };
    expect(hintFor(github, longer, 'key', NOW)).toEqual({ slip: 'newline-added' });
    const ended = signedCall('github', 'key', NOW);
    expect(hintFor(github, { ...ended, headers, body: body.subarray(0, -1) }, 'key', NOW)).toBeUndefined();
  });
});

describe('a list of IP addresses', () => {
  it('contains the addresses in its ranges, IPv4 and IPv6', () => {
    const ranges = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'];
    for (const ip of ['192.0.2.200', '2001:db8:1::1', '198.51.100.7']) expect(isListed(ip, ranges)).toBe(true);
    for (const ip of ['192.0.3.1', '2001:db9::1', '198.51.100.8', 'nonsense', ''])
      expect(isListed(ip, ranges)).toBe(false);
  });

  it.each(['192.0.2.0/33', '::/129', '192.0.2', '1.2.3.4/', '1.2.3.4/8/9', 'fe80::1%eth0', 'example.com', ''])(
    'accepts no %s',
    (text) => expect(parseRange(text)).toBeUndefined(),
  );
});

describe('a call with several entries that are signed separately', () => {
  const adyen = schemeOf('adyen');
  const secret = secretFor(adyen);
  const {
    notificationItems: [item],
  } = JSON.parse(Buffer.from(signedCall('adyen').body).toString()) as {
    notificationItems: [{ NotificationRequestItem: Record<string, unknown> }];
  };
  const callOf = (...notificationItems: unknown[]) =>
    aCall({ body: JSON.stringify({ live: 'false', notificationItems }) });
  const forged = { NotificationRequestItem: { ...item.NotificationRequestItem, success: 'false' } };
  const unsigned = { NotificationRequestItem: { ...item.NotificationRequestItem, additionalData: {} } };

  it('is verified if each of them is', () =>
    expect(verify(adyen, callOf(item, item), [secret], NOW)).toMatchObject({ verified: true }));

  it.each([
    ['one is forged', [item, forged], 'wrong-signature'],
    ['one is not signed', [unsigned, item], 'no-signature'],
    ['there is none', [], 'no-signature'],
    ['there are too many', Array.from({ length: 101 }, () => item), 'malformed-signature'],
  ])('is not verified if %s', (_, items, reason) =>
    expect(verify(adyen, callOf(...items), [secret], NOW)).toMatchObject({ verified: false, reason }),
  );
});
