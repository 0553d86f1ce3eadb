import fc from 'fast-check';
import { describe, it } from 'vitest';
import { renderCall } from '../../lambdas/templates/render-call.ts';

/* Families of what lets a reader in or pays, under generated names at generated places: none is told, in any form. */

const chars = (signs: string, least: number, most: number) =>
  fc.array(fc.constantFrom(...signs), { minLength: least, maxLength: most }).map((all) => all.join(''));
const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const opaque = chars(`${LETTERS}ABCDEFGHJKLMNPQRSTUVWXYZ23456789`, 12, 40).filter(
  (text) => /\d/.test(text) && /[a-z]/.test(text),
);
const digits = chars('123456789', 4, 8);

const spellings = [
  (words: string[]) => words.join('_'),
  (words: string[]) => words.join('-'),
  (words: string[]) => words.map((word, at) => (at > 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join(''),
  (words: string[]) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
];
const named = (...names: string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...spellings)).map(([name, spell]) => spell(name.split(' ')));

const EVENTS = [
  'user.created',
  'order.paid',
  'build.failed',
  'guest.checked_in',
  'device.added',
  'something',
  'comment.created',
];
const OPENING = [
  'otp.sent',
  'user.login_requested',
  'login code created',
  'two_factor.challenge',
  'password.reset_requested',
  'magic_link.created',
  'email_verification.requested',
  'access code issued',
  'pin changed',
];

/** Where a field stands: beside the event, in the thing, deep in it, in a list. */
const place = fc.constantFrom(
  (fields: object) => fields,
  (fields: object) => ({ data: { id: 7, name: 'Ann', ...fields } }),
  (fields: object) => ({ user: { name: 'Ann', email: 'ann@example.org', ...fields } }),
  (fields: object) => ({ object: { title: 'Front', details: { kind: 'x', ...fields } } }),
  (fields: object) => ({ items: [{ name: 'One', ...fields }] }),
  (fields: object) => ({ items: [{ name: 'One', ...fields }, { name: 'Two' }] }),
  (fields: object) => ({ name: 'Ann', attributes: [fields] }),
);

const neverTold = (bodies: fc.Arbitrary<{ body: object; secret: string }>) =>
  fc.assert(
    fc.property(bodies, ({ body, secret }) => {
      const facts = { body: JSON.stringify(body), contentType: 'application/json', headers: {}, webhookName: 'Shop' };
      const told = JSON.stringify([
        renderCall({ ...facts, template: undefined }),
        renderCall({ ...facts, template: undefined, format: 'rich' }),
      ]);
      return !told.includes(secret);
    }),
    { numRuns: 250 },
  );

/** A field of a name with a value, in a call about something. */
const calls = (
  events: string[],
  name: fc.Arbitrary<string>,
  value: fc.Arbitrary<string>,
  write = (text: string) => text as unknown,
) =>
  fc.tuple(fc.constantFrom(...events), name, value, place).map(([event, field, secret, put]) => ({
    body: { event, ...put({ [field]: write(secret) }) },
    secret,
  }));

describe('a message made without a template never tells', () => {
  it('a password, key or phrase', () =>
    neverTold(
      calls(
        EVENTS,
        named(
          'password',
          'user password',
          'api key',
          'psk',
          'wifi key',
          'seed phrase',
          'recovery phrase',
          'client secret',
          'passphrase',
          'connection string',
          'access token',
          'account key',
        ),
        opaque,
      ),
    ));

  it('a code that opens something', () =>
    neverTold(
      calls(
        EVENTS,
        named(
          'door code',
          'unlock code',
          'access code',
          'gate code',
          'entry code',
          'lock pin',
          'alarm code',
          'otp',
          'otp code',
          'verification code',
          'backup code',
          'sms code',
          'one time code',
          'login code',
          'card pin',
          'room code',
        ),
        digits,
      ),
    ));

  it('a code of a call about a code', () =>
    neverTold(calls(OPENING, named('code', 'pin', 'passcode', 'value', 'digits', 'code value'), digits)));

  it('a code in a sentence', () =>
    neverTold(
      fc
        .tuple(
          fc.constantFrom(...EVENTS, ...OPENING),
          digits,
          place,
          fc.constantFrom('text', 'message', 'body', 'title', 'note', 'subject'),
          fc.constantFrom(
            (code: string) => `Your verification code is ${code}`,
            (code: string) => `Your login code: ${code}. It ends in ten minutes.`,
            (code: string) => `${code} is your security code`,
            (code: string) => `Use one-time password ${code} to continue`,
            (code: string) => `Hi Ann, the door code is ${code} until noon`,
            (code: string) => `OTP: ${code}`,
            (code: string) => `Gate code ${code}`,
          ),
        )
        .map(([event, secret, put, field, say]) => ({ body: { event, ...put({ [field]: say(secret) }) }, secret })),
    ));

  const site = fc.constantFrom('https://x.example', 'https://app.example.org', 'http://192.0.2.7:8080');
  it('a link whose name says that it lets its reader in', () =>
    neverTold(
      calls(
        [...EVENTS, ...OPENING],
        named(
          'magic link',
          'activation link',
          'password reset url',
          'reset password url',
          'verification url',
          'confirm url',
          'invite link',
          'invitation url',
          'passwordless login link',
          'recovery link',
          'unlock url',
          'otp url',
        ),
        fc.tuple(site, chars(LETTERS, 6, 20)).map(([host, tail]) => `${host}/a/${tail}`),
      ),
    ));

  it('a link whose address says so', () =>
    neverTold(
      fc
        .tuple(
          fc.constantFrom(...EVENTS),
          site,
          opaque,
          place,
          named('url', 'link', 'html url', 'page', 'href', 'message', 'text', 'note'),
          fc.constantFrom(
            (token: string) => `/login/${token}`,
            (token: string) => `/magic-link/${token}`,
            (token: string) => `/reset-password/${token}`,
            (token: string) => `/u?t=${token}`,
            (token: string) => `/verify?token=${token}`,
            (token: string) => `/invite/${token}?from=mail`,
            (token: string) => `/activate?code=${token}`,
            (token: string) => `/a?id=1&otp=${token}`,
          ),
        )
        .map(([event, host, secret, put, field, path]) => ({
          body: { event, ...put({ [field]: host + path(secret) }) },
          secret,
        })),
    ));

  it('a link with a token in a call about a login', () =>
    neverTold(
      fc
        .tuple(fc.constantFrom(...OPENING), site, opaque, place, named('url', 'link', 'html url', 'page'))
        .map(([event, host, secret, put, field]) => ({
          body: { event, ...put({ [field]: `${host}/l/${secret}` }) },
          secret,
        })),
    ));

  const luhn = (start: string) => {
    const sum = [...`${start}0`].toReversed().reduce((before, digit, at) => {
      const value = Number(digit) * (at % 2 ? 2 : 1);
      return before + (value > 9 ? value - 9 : value);
    }, 0);
    return start + ((10 - (sum % 10)) % 10);
  };
  const grouped = (text: string, sign: string) => text.match(/.{1,4}/g)?.join(sign) ?? '';
  const card = fc
    .tuple(
      fc.constantFrom('4', '51', '55', '2221', '34', '37', '6011', '65', '3528', '62'),
      chars('0123456789', 14, 14),
    )
    .map(([issuer, rest]) => luhn((issuer + rest).slice(0, /^3[47]/.test(issuer) ? 14 : 15)));
  const said = fc.constantFrom(
    (text: string): unknown => text,
    (text: string): unknown => Number(text),
    (text: string): unknown => `Paid with ${text}, thanks.`,
    (text: string): unknown => `card:${text};exp:12/30`,
  );
  const anyName = named(
    'card number',
    'number',
    'reference',
    'note',
    'message',
    'account',
    'source',
    'description',
    'name',
    'memo',
  );
  it('the number of a card', () =>
    neverTold(
      fc.tuple(fc.constantFrom(...EVENTS), anyName, card, place, said).map(([event, field, secret, put, say]) => ({
        body: { event, ...put({ [field]: say(secret) }) },
        secret,
      })),
    ));
  it('the number of a card in groups', () =>
    neverTold(
      fc
        .tuple(fc.constantFrom(...EVENTS), anyName, card, place, fc.constantFrom(' ', '-'))
        .map(([event, field, number, put, sign]) => ({
          body: { event, ...put({ [field]: grouped(number, sign) }) },
          secret: grouped(number, sign),
        })),
    ));
  it('the code of a card', () =>
    neverTold(
      calls(
        EVENTS,
        named('cvc', 'cvv', 'cvv2', 'card cvc', 'security code', 'csc'),
        fc.integer({ min: 100, max: 999 }).map(String),
      ).map(({ body, secret }) => ({ body, secret: `"${secret}"` })),
    ));

  const iban = fc
    .tuple(fc.constantFrom('DE', 'FR', 'GB', 'NL', 'ES', 'CH'), chars('0123456789', 18, 18), fc.constantFrom('', ' '))
    .map(([country, account, sign]) => {
      const flat = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
      const rest = [...flat].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0);
      return grouped(country + String(98 - rest).padStart(2, '0') + account, sign);
    });
  it('the number of a bank account', () =>
    neverTold(
      fc
        .tuple(
          fc.constantFrom(...EVENTS),
          fc.oneof(anyName, named('iban', 'bank account number')),
          iban,
          place,
          fc.boolean(),
        )
        .map(([event, field, secret, put, inText]) => ({
          body: { event, ...put({ [field]: inText ? `Please pay to ${secret} today` : secret }) },
          secret,
        })),
    ));

  it('what a connection string holds', () =>
    neverTold(
      fc
        .tuple(
          opaque,
          place,
          fc.constantFrom('message', 'error', 'text', 'log', 'detail', 'description'),
          fc.constantFrom(
            (secret: string) => `connect failed: Server=db;User Id=sa;Password=${secret};`,
            (secret: string) =>
              `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${secret}==;EndpointSuffix=core.windows.net`,
            (secret: string) => `Endpoint=sb://x.example/;SharedAccessKeyName=Root;SharedAccessKey=${secret}`,
            (secret: string) => `cannot reach postgres://app:${secret}@db.example:5432/shop`,
            (secret: string) => `jdbc:mysql://db/shop?user=app&password=${secret}`,
            (secret: string) => `{"password":"${secret}","user":"a"} was refused`,
            (secret: string) => `mongodb+srv://a:${secret}@c.example/x gave up`,
          ),
        )
        .map(([secret, put, field, say]) => ({
          body: { event: 'job.failed', ...put({ [field]: say(secret) }) },
          secret,
        })),
    ));
});
