import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsSecretValue, withoutSecretsInRaw, withoutSecretValues } from '#contract/secret-values';
import { isSecretField, isSecretName } from '#contract/secret-words';
import { composeText } from '../../lambdas/invocations/compose-text.ts';
import { maskCall } from '../../lambdas/invocations/mask-call.ts';
import { textMatcher } from '../../lambdas/invocations/match-text.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import { fieldsOf } from '../../lambdas/templates/editor/paths.ts';
import { ownError } from '../../lambdas/templates/errors.ts';
import { aWebhook } from '../support/in-memory.ts';
import { defaultMessage } from '../support/outlines.ts';

/** Words that form secret names. Every spelling of them must be found. */
const SECRETS = [
  'password',
  'user password',
  'secret access key',
  'session token',
  'client secret',
  'auth token',
  'private key',
  'api key',
  'signing key',
  'authorization',
  'cookie',
  'set cookie',
  'jwt',
  'otp',
  'one time code',
  'dsn',
  'refresh token',
  'webhook secret',
  'db pass',
  'recovery codes',
  'magic link',
  'access key id',
  'passphrase',
  'encryption key',
  'cvv',
  'meeting pin',
  'security pin',
].map((words) => words.split(' '));
/** Names that share words or letters with secrets. */
const HARMLESS = [
  'token_count',
  'tokenType',
  'total_tokens',
  'max-tokens',
  'author',
  'authorName',
  'authority',
  'keyboard',
  'key',
  'issue_key',
  'event-key',
  'monkey',
  'passed',
  'passes',
  'compass',
  'passenger',
  'password_changed_at',
  'passwordRequired',
  'has_password_expired',
  'secretary',
  'secret_type',
  'cookie_policy_version',
  'idempotency-key',
  'public_key',
  'postal_code',
  'status_code',
  'country-code',
  'html_url',
  'login_url',
  'token_id',
  'signature_count',
  'authorization_status',
  'x-hub-signature-256',
  'authentication-results',
  'led_pin',
  'map-pin',
  'pinned',
];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const spellings: ((words: string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map(capital).join(''),
  (words) => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
  (words) => words.map(capital).join('-'),
  (words) => words.join('.'),
  (words) => words.join(' '),
];
const before = fc.constantFrom([], ['my'], ['customer'], ['new'], ['x', 'acme'], ['stripe', 'live'], ['data']);
const behind = fc.constantFrom([], ['value'], ['hash'], ['2'], ['encrypted'], ['prod']);
const name = fc
  .tuple(before, fc.constantFrom(...SECRETS), behind, fc.constantFrom(...spellings))
  .map(([front, words, back, spell]) => spell([...front, ...words, ...back]));

describe('the name of a secret field', () => {
  it('is recognised in every spelling', () => {
    fc.assert(
      fc.property(name, (spelt) => isSecretName(spelt)),
      { numRuns: 2000 },
    );
  });

  it.each(['accesstoken', 'apikey', 'clientsecret', 'secretkey', 'APIKEY', 'userpassword', 'PHPSESSID'])(
    'is recognised without separators: %s',
    (spelt) => expect(isSecretName(spelt)).toBe(true),
  );

  it.each(HARMLESS)('is not recognised in %s', (spelt) => expect(isSecretName(spelt)).toBe(false));

  it('does not hide a boolean, an amount or a result', () => {
    expect(isSecretField('password', false)).toBe(false);
    expect(isSecretField('tokens', 1200)).toBe(false);
    expect(isSecretField('tokens', { input: 12, output: 40 })).toBe(false);
    expect(isSecretField('pass', 'true')).toBe(false);
    expect(isSecretField('MessageSid', 'SM5f2c9c8f1d5d4b0c8a1f3e2d4c6b7a98')).toBe(false);
    expect(isSecretField('authorization', { status: 'approved' })).toBe(false);
    expect(isSecretField('otp', 123456)).toBe(true);
    expect(isSecretField('credentials', { user: 'a', value: 'b' })).toBe(true);
  });
});

/** Invented values, or examples from the vendors' documentation. They are split, so secret scanners ignore them. */
const VALUES = {
  'a bearer token': `Authorization: Bearer ${'abc123DEF456'.repeat(2)}`,
  'basic credentials': 'Basic dXNlcjpwYXNzd29yZA==',
  'a token of three parts': `${'eyJ'}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl`,
  'an address with a password': 'postgres://app:hunter2@db.example.com/shop',
  'an AWS key id': `${'AKIA'}IOSFODNN7EXAMPLE`,
  'a private key': `-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIE\nabc\n-----END ${'RSA PRIVATE'} KEY-----`,
  'a hook of a chat': `https://hooks.${'slack'}.com/services/T00/B00/XXXXXXXX`,
  'another hook of a chat': `https://${'discord'}.com/api/webhooks/1234/abcdefgh-ijkl`,
  'a signed address': 'https://bucket.example.com/report.pdf?X-Amz-Signature=abcdef0123456789&X-Amz-Expires=60',
  'a key of a forge': `${'ghp_'}abcdefghijklmnopqrstuvwxyz0123456789`,
};

describe('the format of a secret', () => {
  it.each(Object.entries(VALUES))('reveals %s', (_, text) => {
    expect(holdsSecretValue(`before ${text} after`)).toBe(true);
    const clean = withoutSecretValues(text);
    expect(clean).toContain('***');
    expect(clean).not.toMatch(/abc123DEF456|dXNlcjpw|eyJzdWIi|hunter2|IOSFODNN|MIIE|XXXXXXXX|ijkl|0123456789/);
  });

  it.each([
    'Basic plan, bearer of good news',
    'See https://example.com/a?key=PROJ-1&page=2',
    'at 10:30@home, http://example.com:8080/x',
    'The token expired.',
  ])('is not recognised in: %s', (text) => expect(withoutSecretValues(text)).toBe(text));
});

describe('a secret', () => {
  const body = JSON.stringify({ event: 'user.created', secretAccessKey: 'hunter2', note: VALUES['a bearer token'] });

  it('never appears in the default message, regardless of its key', () => {
    fc.assert(
      fc.property(name, (spelt) => {
        const payload = {
          event: 'user.created',
          name: 'Ada',
          [spelt]: 'hunter2-hunter2',
          deep: { [spelt]: 'hunter2' },
        };
        expect(defaultMessage({ body: JSON.stringify(payload) })).not.toContain('hunter2');
      }),
      { numRuns: 200 },
    );
  });

  it('appears neither in search results nor in the editor’s samples', () => {
    const content = { headers: {}, body: Buffer.from(body) };
    for (const text of ['created', 'note', 'hunter2', 'Bearer'])
      expect(textMatcher(text).inContent(content)).not.toMatch(/hunter2|abc123/);
    expect(textMatcher('created').inContent(content)).toContain('user.created');
    expect(fieldsOf(JSON.parse(body)).map(({ sample }) => sample)).toEqual([
      'user.created',
      '***',
      'Authorization: Bearer ***',
    ]);
  });

  it('is masked in stored headers by name or by value', () => {
    expect(
      maskCall({
        ...{ route: 'a-route', method: 'POST', query: '', ip: '203.0.113.7', body: new Uint8Array() },
        headers: { 'x-signing-key': 'k', 'x-forwarded-url': VALUES['a signed address'], 'x-event-key': 'e' },
      }).headers,
    ).toEqual({
      'x-signing-key': '********',
      'x-forwarded-url': 'https://bucket.example.com/report.pdf?X-Amz-Signature=***&X-Amz-Expires=60',
      'x-event-key': 'e',
    });
  });

  it('is not sent with the excerpt of a body that could not be rendered', async () => {
    const composed = await composeText(
      aWebhook(),
      { contentType: 'application/json', query: '', method: 'POST' } as InvocationSummary,
      { headers: {}, body: Buffer.from(body) },
      { render: async () => ({ error: ownError('E2001') }) },
    );
    expect(composed).toMatchObject({ text: expect.stringContaining('"secretAccessKey":"***"') });
    expect(JSON.stringify(composed)).not.toMatch(/hunter2|abc123/);
  });

  it('is found in raw text with any quoting', () => {
    expect(withoutSecretsInRaw('a=1&password=x%20y&b=2')).toBe('a=1&password=***&b=2');
    expect(withoutSecretsInRaw('{\'api_key\': \'q\', "name": "n"}')).toBe('{\'api_key\': \'***\', "name": "n"}');
    expect(withoutSecretsInRaw('Authorization: Bearer q\nHost: x')).toBe('Authorization: ***\nHost: x');
    expect(withoutSecretsInRaw('{"token":"cut off in the mid')).toBe('{"token":"***"');
  });
});
