import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { decodeProtectedHeader, exportJWK, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { tokenSigner } from '../../lambdas/adapters/signing.ts';
import { tokenVerifier } from '../../lambdas/adapters/token-verifier.ts';
import { tableStandIn } from '../support/tables.ts';

const appUrl = 'https://app.example.com';
const issuedAt = new Date('2026-03-01T12:00:00.000Z');
const seconds = Math.floor(issuedAt.getTime() / 1000);
const stand = tableStandIn();
let good: string;
/** A trusted key pair, with which a test signs tokens that the product would never sign. */
const trusted = generateKeyPairSync('ed25519');
const kid = randomBytes(32).toString('base64url');

const verifyAt = (at: Date) => tokenVerifier(stand.table, appUrl, () => at);
const verify = (token: string, at = issuedAt) => verifyAt(at)(token);
const later = (bySeconds: number) => new Date(issuedAt.getTime() + bySeconds * 1000);

beforeAll(async () => {
  good = await tokenSigner(
    stand.table,
    async () => 'secret',
    appUrl,
    () => issuedAt,
  ).issue(42);
  const jwk = await exportJWK(trusted.publicKey);
  const Item = { ...key.signingKey(kid), jwk, expires_at: seconds + 86_400 };
  await stand.table.client.send(new PutCommand({ TableName: stand.table.name, Item }));
});

const claims = { sub: '42', iss: appUrl, aud: `${appUrl}/api`, iat: seconds, nbf: seconds, exp: seconds + 900 };
type Claims = { [claim in keyof JWTPayload]: JWTPayload[claim] | undefined };
const signed = (payload: Claims, header: Record<string, unknown> = {}) =>
  new SignJWT(payload as JWTPayload)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
    .sign(trusted.privateKey);
const raw = (header: object, payload: object, signature = '') =>
  [JSON.stringify(header), JSON.stringify(payload)].map((part) => Buffer.from(part).toString('base64url')).join('.') +
  `.${signature}`;

describe('an access token', () => {
  it('is accepted by every reader of the published key', async () => {
    expect(await verify(good)).toEqual({ userId: 42 });
    expect(await verify(await signed(claims))).toEqual({ userId: 42 });
  });

  it('is valid for fifteen minutes and not a second longer', async () => {
    expect(await verify(good, later(899))).toEqual({ userId: 42 });
    expect(await verify(good, later(900))).toBeUndefined();
    expect(await verify(await signed({ ...claims, exp: seconds - 1 }))).toBeUndefined();
  });

  it('is not valid before its time', async () => {
    expect(await verify(await signed({ ...claims, nbf: seconds + 1 }))).toBeUndefined();
    expect(await verify(good, later(-6))).toBeUndefined();
  });

  it('works for two functions whose clocks differ by seconds', async () => {
    expect(await verify(good, later(-5))).toEqual({ userId: 42 });
  });

  it.each<[string, Claims]>([
    ['another audience', { aud: 'https://other.example/api' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://other.example' }],
    ['no issuer', { iss: undefined }],
    ['no expiry', { exp: undefined }],
    ['no beginning', { nbf: undefined }],
    ['no subject', { sub: undefined }],
    ['a subject that is no id', { sub: '42 or 1=1' }],
    ['a subject of 0', { sub: '0' }],
    ['a number as its subject', { sub: 42 as never }],
    ['a list as its subject', { sub: ['42'] as never }],
    ['several audiences', { aud: [`${appUrl}/api`, 'https://other.example'] }],
    ['half a second as its beginning', { nbf: seconds - 0.5 }],
    ['a subject above 2^53', { sub: '9007199254740993' }],
  ])('with %s is rejected', async (_, change) => {
    expect(await verify(await signed({ ...claims, ...change }))).toBeUndefined();
  });

  it.each(['JWT', 'reset+jwt', undefined])('of type %s is rejected', async (typ) => {
    expect(await verify(await signed(claims, { typ }))).toBeUndefined();
  });

  it('without a signature is rejected, regardless of its claimed algorithm', async () => {
    for (const alg of ['none', 'None', 'NONE', 'EdDSA', ''])
      expect(await verify(raw({ alg, typ: 'at+jwt', kid }, claims))).toBeUndefined();
  });

  it('signed with the public key as a shared secret is rejected', async () => {
    const { x = '' } = await exportJWK(trusted.publicKey);
    const pem = trusted.publicKey.export({ type: 'spki', format: 'pem' });
    for (const secret of [pem, Buffer.from(x, 'base64url'), x]) {
      const unsigned = raw({ alg: 'HS256', typ: 'at+jwt', kid }, claims).slice(0, -1);
      const mac = createHmac('sha256', secret).update(unsigned).digest('base64url');
      expect(await verify(`${unsigned}.${mac}`)).toBeUndefined();
    }
  });

  it('signed by another algorithm with a key of the same id is rejected', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
      .sign(rsa.privateKey);
    expect(await verify(token)).toBeUndefined();
  });

  it('that was changed after signing is rejected', async () => {
    const [header = '', payload = '', signature = ''] = good.split('.');
    const other = Buffer.from(JSON.stringify({ ...claims, sub: '43' })).toString('base64url');
    expect(await verify(`${header}.${other}.${signature}`)).toBeUndefined();
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await verify(`${header}.${payload}.${flipped}`)).toBeUndefined();
    expect(await verify(`${header}.${payload}.`)).toBeUndefined();
    expect(await verify(good.slice(0, good.lastIndexOf('.')))).toBeUndefined();
  });

  it('cannot bring its own key', async () => {
    const own = generateKeyPairSync('ed25519');
    const jwk = await exportJWK(own.publicKey);
    for (const header of [
      { jwk },
      { jwk, kid: undefined as never },
      { jku: 'https://evil.example/keys.json' },
      { x5u: 'https://evil.example/cert.pem', kid: undefined as never },
    ]) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
        .sign(own.privateKey);
      expect(await verify(token)).toBeUndefined();
    }
  });

  it.each(['../../etc/passwd', "' OR '1'='1", 'SIGNING_KEY#x', '', 'x'.repeat(43), 'x'.repeat(5000)])(
    'with the key id %j is rejected',
    async (odd) => {
      expect(await verify(await signed(claims, { kid: odd }))).toBeUndefined();
    },
  );

  it.each(['', '.', '..', 'a.b.c', 'not a token', '\u0000', '[object Object]', 'e30.e30.e30', '.'.repeat(10_000)])(
    'of the form %j is rejected and harms nothing',
    async (token) => {
      expect(await verify(token)).toBeUndefined();
    },
  );
});

describe('the published key', () => {
  it('contains nothing secret', async () => {
    const { kid: ours = '' } = decodeProtectedHeader(good);
    const { GetCommand } = await import('@aws-sdk/lib-dynamodb');
    const { Item } = await stand.table.client.send(
      new GetCommand({ TableName: stand.table.name, Key: key.signingKey(ours) }),
    );
    expect(Object.keys(Item?.jwk).sort()).toEqual(['crv', 'kty', 'x']);
  });

  it('is the same for the same secret and different for another', async () => {
    const kidOf = async (secret: string) => {
      const signer = tokenSigner(
        stand.table,
        async () => secret,
        appUrl,
        () => issuedAt,
      );
      return decodeProtectedHeader(await signer.issue(1)).kid;
    };
    expect(await kidOf('secret')).toBe(decodeProtectedHeader(good).kid);
    expect(await kidOf('another')).not.toBe(decodeProtectedHeader(good).kid);
  });

  it('is trusted along with the previous one, so a change of the secret signs no user out', async () => {
    const issue = async (secret: string) =>
      tokenSigner(
        stand.table,
        async () => secret,
        appUrl,
        () => issuedAt,
      ).issue(7);
    const [before, after] = [await issue('leaked'), await issue('replaced')];
    expect(decodeProtectedHeader(before).kid).not.toBe(decodeProtectedHeader(after).kid);
    expect([await verify(before, later(60)), await verify(after, later(60))]).toEqual([{ userId: 7 }, { userId: 7 }]);
  });

  it('is no longer trusted two days after a replaced secret last signed', async () => {
    const late = later(2 * 86_400 + 1);
    const token = await signed({ ...claims, exp: seconds + 10 * 86_400 });
    expect(await verify(token, later(86_399))).toEqual({ userId: 42 });
    expect(await verify(token, late)).toBeUndefined();
  });

  it('is published again by a process that continues to sign', async () => {
    let now = issuedAt;
    const signer = tokenSigner(
      stand.table,
      async () => 'secret',
      appUrl,
      () => now,
    );
    await signer.issue(1);
    now = later(3 * 86_400);
    expect(await verify(await signer.issue(7), now)).toEqual({ userId: 7 });
  });

  it('is trusted immediately when it is published again after quiet days, even if it was found expired', async () => {
    let now = issuedAt;
    const clock = () => now;
    const signer = tokenSigner(stand.table, async () => 'secret', appUrl, clock);
    const verifier = tokenVerifier(stand.table, appUrl, clock);
    const old = await signer.issue(7);
    now = later(3 * 86_400);
    expect(await verifier(old)).toBeUndefined();
    expect(await verifier(await signer.issue(7))).toEqual({ userId: 7 });
  });

  it('is read once per process, not once per request', async () => {
    let reads = 0;
    const client = {
      send: (command: never) => {
        reads += 1;
        return stand.table.client.send(command);
      },
    };
    const counting = tokenVerifier({ name: stand.table.name, client: client as never }, appUrl, () => issuedAt);
    for (let call = 0; call < 5; call += 1) expect(await counting(good)).toEqual({ userId: 42 });
    const unknown = await signed(claims, { kid: 'u'.repeat(43) });
    for (let call = 0; call < 5; call += 1) expect(await counting(unknown)).toBeUndefined();
    expect(reads).toBe(2);
  });
});
