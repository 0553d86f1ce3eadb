import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecretValues } from '#contract/secret-values';
import { renderCall } from '../../lambdas/templates/render-call.ts';

/* Generated secrets that grant access or pay, under generated names. No message can contain them in any form. */

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

const pairs = (fields: object, name: string, value: string) =>
  Object.entries(fields).map(([key, told]) => ({ [name]: key, [value]: told }));
const mapped = (fields: object, write: (told: unknown) => object) =>
  Object.fromEntries(Object.entries(fields).map(([key, told]) => [key, write(told)]));

/** Places of a field: next to the event, in the thing, deep inside it, or in a list. */
const place = fc.constantFrom(
  (fields: object) => fields,
  (fields: object) => ({ data: { id: 7, name: 'Ann', ...fields } }),
  (fields: object) => ({ user: { name: 'Ann', email: 'ann@example.org', ...fields } }),
  (fields: object) => ({ object: { title: 'Front', details: { kind: 'x', ...fields } } }),
  (fields: object) => ({ items: [{ name: 'One', ...fields }] }),
  (fields: object) => ({ items: [{ name: 'One', ...fields }, { name: 'Two' }] }),
  (fields: object) => ({ name: 'Ann', attributes: [fields] }),
  (fields: object) => ({ payload: { object: { title: 'Front', details: { more: { ...fields } } } } }),
  (fields: object) => ({ name: 'Ann', body: JSON.stringify(fields) }),
  (fields: object) => ({ title: 'Ask', properties: pairs(fields, 'key', 'value') }),
  (fields: object) => ({ title: 'Ask', custom_fields: pairs(fields, 'label', 'value') }),
  (fields: object) => ({ form: { name: 'Ask' }, answers: pairs(fields, 'question', 'answer') }),
  (fields: object) => ({ title: 'Ask', changes: pairs(fields, 'field', 'new_value') }),
  (fields: object) => ({ title: 'Ask', changes: mapped(fields, (to) => ({ from: 'before1', to })) }),
  (fields: object) => ({ name: 'Ann', settings: mapped(fields, (value) => ({ value })) }),
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
    { numRuns: 80, seed: 40 },
  );

/** Calls with a field of this name and value. */
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

describe('a message without a template never contains', () => {
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
          'bearer',
          'sas token',
          'security answer',
          'activation key',
          'totp secret',
          'encryption key',
          'app s key',
          'shared access signature',
          'root password',
          'moderator pass',
          'viewer pass',
          'room pass',
        ),
        opaque,
      ),
    ));

  it('a code that opens a door', () =>
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
          'confirmation code',
          'invite code',
          'join code',
          'pairing code',
          'check in code',
          'lockbox code',
          'key code',
          'two factor code',
          'gift card code',
          'safe combination',
          'user pin',
          'sim pin',
        ),
        digits,
      ),
    ));

  it('a code in a call about a code', () =>
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
            (code: string) => `Your code is ${code}`,
            (code: string) => `Your code: ${code}`,
            (code: string) => `Use code ${code} to log in to Acme`,
            (code: string) => `Use ${code} to sign in`,
            (code: string) => `Enter ${code} to log in.`,
            (code: string) => `${code} is your Acme code`,
            (code: string) => `G-${code} is your Acme verification code.`,
            (code: string) => `Hello Ann! ${code} - your confirmation code`,
            (code: string) => `<b>${code}</b> is your login code`,
            (code: string) => `Your login code is\n\n${code}\n\nIt ends soon.`,
            (code: string) => `Your one-time passcode (OTP) is ${code}.`,
            (code: string) => `OTP for your transaction is ${code}`,
            (code: string) => `The code to the front door is ${code}`,
            (code: string) => `Door code for your stay: ${code}`,
            (code: string) => `The PIN for the safe is ${code}.`,
            (code: string) => `Your unlock PIN is "${code}".`,
            (code: string) => `Ihr Code lautet ${code}`,
            (code: string) => `Ihr Bestätigungscode: ${code}`,
            (code: string) => `Votre code de vérification est : ${code}`,
            (code: string) => `Su código es ${code}`,
            (code: string) => `Il tuo codice è ${code}`,
            (code: string) => `Twój kod to ${code}`,
            (code: string) => `Ваш код: ${code}`,
            (code: string) => `验证码：${code}`,
          ),
        )
        .map(([event, secret, put, field, say]) => ({ body: { event, ...put({ [field]: say(secret) }) }, secret })),
    ));

  const site = fc.constantFrom('https://x.example', 'https://app.example.org', 'http://192.0.2.7:8080');
  it('a link whose name says that it signs its reader in', () =>
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
          'change password link',
          'one time link',
        ),
        fc.tuple(site, chars(LETTERS, 6, 20)).map(([host, tail]) => `${host}/a/${tail}`),
      ),
    ));

  it('a link with a token and the name of an entrance', () =>
    neverTold(
      calls(
        [...EVENTS, ...OPENING],
        named(
          'login url',
          'sign in link',
          'sso url',
          'auto login url',
          'access link',
          'start url',
          'setup link',
          'session url',
          'management url',
          'pass page link',
        ),
        fc.tuple(site, opaque).map(([host, tail]) => `${host}/a/${tail}`),
      ),
    ));

  it('a link whose address says that it signs its reader in', () =>
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
            (token: string) => `/reset?rt=${token}`,
            (token: string) => `/password/new?reset_password_token=${token}`,
            (token: string) => `/users/confirmation?confirmation_token=${token}`,
            (token: string) => `/accept-invite?i=${token}`,
            (token: string) => `/auth/callback?code=${token}&state=x`,
            (token: string) => `/#access_token=${token}`,
            (token: string) => `/#/reset/${token}`,
            (token: string) => `/wp-login.php?action=rp&key=${token}&login=ann`,
            (token: string) => `/a/action?mode=resetPassword&oobCode=${token}`,
            (token: string) => `/auto-login/${token}`,
            (token: string) => `/a/${token}/unlock`,
            (token: string) => `/email/verify/7/${token}?expires=1`,
            (token: string) => `/account/activate/MQ/${token}/`,
            (token: string) => `/j/123?pwd=${token}`,
            (token: string) => `/f.zip?sig=${token}&se=x`,
            (token: string) => `/x?user=a&pass=${token}`,
            (token: string) => `/x?one_time_token=${token}`,
            (token: string) => `/x?uid=MQ&tk=${token}`,
          ),
        )
        .map(([event, host, secret, put, field, path]) => ({
          body: { event, ...put({ [field]: host + path(secret) }) },
          secret,
        })),
    ));

  it('a link whose query is one random text', () =>
    neverTold(
      fc
        .tuple(fc.constantFrom(...EVENTS), site, place, fc.constantFrom('', '=', '=='))
        .chain(([event, host, put, end]) =>
          chars(`${LETTERS}ABCDEFGHJKLMNPQRSTUVWXYZ23456789+/`, 24, 120)
            .filter((text) => /\d/.test(text) && /[A-Z]/.test(text))
            .map((secret) => ({ body: { event, ...put({ url: `${host}/?${secret}${end}` }) }, secret })),
        ),
    ));

  it('its own invoke URL, which some services repeat', () =>
    neverTold(
      fc
        .tuple(
          fc.constantFrom(...EVENTS),
          site,
          fc.uint8Array({ minLength: 18, maxLength: 18 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
          place,
          named('delivered to', 'url', 'target', 'endpoint', 'destination', 'hook', 'link', 'page', 'text'),
        )
        .filter(([, , route]) => /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/.test(route))
        .map(([event, host, route, put, field]) => ({
          body: { event, ...put({ [field]: `${host}/a${route}` }), meta: { delivered_to: `${host}/${route}` } },
          secret: route,
        })),
    ));

  it('a link with a token in a call about a sign-in', () =>
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
    (text: string): unknown => `My card is ${text} and cvv 123`,
    (text: string): unknown => `no.${text}`,
    (text: string): unknown => `Visa${text}`,
    (text: string): unknown => `paid by MasterCard${text}`,
    (text: string): unknown => `x_${text}_y`,
    (text: string): unknown => `${text}\n12/30`,
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
  it('a card number', () =>
    neverTold(
      fc.tuple(fc.constantFrom(...EVENTS), anyName, card, place, said).map(([event, field, secret, put, say]) => ({
        body: { event, ...put({ [field]: say(secret) }) },
        secret,
      })),
    ));
  it('a card number in groups', () =>
    neverTold(
      fc
        .tuple(fc.constantFrom(...EVENTS), anyName, card, place, fc.constantFrom(' ', '-', '  ', '.', '\u00A0', '/'))
        .map(([event, field, number, put, sign]) => ({
          body: { event, ...put({ [field]: grouped(number, sign) }) },
          secret: grouped(number, sign),
        })),
    ));
  it('a card’s security code', () =>
    neverTold(
      calls(
        EVENTS,
        named('cvc', 'cvv', 'cvv2', 'card cvc', 'security code', 'csc'),
        fc.integer({ min: 100, max: 999 }).map(String),
      ).map(({ body, secret }) => ({ body, secret: `"${secret}"` })),
    ));

  const iban = fc
    .tuple(
      fc.constantFrom('DE', 'FR', 'GB', 'NL', 'ES', 'CH'),
      chars('0123456789', 18, 18),
      fc.constantFrom('', ' ', '-', '\u00A0'),
      fc.boolean(),
    )
    .map(([country, account, sign, isSmall]) => {
      const flat = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
      const rest = [...flat].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0);
      const written = grouped(country + String(98 - rest).padStart(2, '0') + account, sign);
      return isSmall ? written.toLowerCase() : written;
    });
  it('a bank account number', () =>
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

  it('a session id', () =>
    neverTold(
      calls(
        EVENTS,
        named('session id', 'user session id', 'sid'),
        opaque.filter((id) => id.length >= 16),
      ),
    ));

  it('a secret in a connection string or a command line', () =>
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
            (secret: string) => `jdbc:oracle:thin:app/${secret}@db:1521/x`,
            (secret: string) => `BlobEndpoint=https://x;SharedAccessSignature=sv=2020&sig=${secret}`,
            (secret: string) => `Error: Password=${secret}`,
            (secret: string) => `Your temporary password is ${secret}`,
            (secret: string) => `The API key is ${secret}`,
            (secret: string) => `curl -u ann:${secret} https://x.example`,
            (secret: string) => `started with --token ${secret}`,
            (secret: string) => `mysqldump -h db -u root -p${secret} shop failed`,
            (secret: string) => `redis-cli -h cache -a ${secret} ping`,
            (secret: string) => `sshpass -p ${secret} ssh root@host`,
            (secret: string) => `login: ann / ${secret}`,
            (secret: string) => `Credentials: ann@example.org/${secret}.`,
          ),
        )
        .map(([secret, put, field, say]) => ({
          body: { event: 'job.failed', ...put({ [field]: say(secret) }) },
          secret,
        })),
    ));
});

/** A call can contain secrets in every format. */
describe('a message from other bodies, or from a chat message, never contains', () => {
  const door = 'https://x.example/login/Ab12cd34ef';
  const SAID = [
    'Your login code is 482913',
    `Visit ${door} now`,
    'https://x.example/u?t=Ab12cd34ef',
    'card 4242 4242 4242 4242',
    'IBAN DE89 3704 0044 0532 0130 00',
    'password: hunter2hunter',
    'AccountKey=hunter2hunter==;x',
  ];
  const json = (body: unknown) => ({ body: JSON.stringify(body), contentType: 'application/json' });
  const WAYS: Record<string, (said: string) => object> = {
    'a text': (said) => ({ body: `Hello\n\n${said}\n\nBye`, contentType: 'text/plain' }),
    'a page': (said) => ({ body: `<h1>Hi</h1><p>${said}</p><a href="${door}">Go</a>`, contentType: 'text/html' }),
    'a form': (said) => ({
      body: String(new URLSearchParams({ event: 'user.created', message: said, otp: '482913' })),
      contentType: 'application/x-www-form-urlencoded',
    }),
    XML: (said) => ({ body: `<note><to>Ann</to><text>${said}</text></note>`, contentType: 'application/xml' }),
    'a mail': (said) => ({
      body: `From: a@b.example\r\nSubject: ${said}\r\n\r\n${said}\r\n`,
      contentType: 'message/rfc822',
    }),
    'a query': (said) => ({
      body: '',
      method: 'GET',
      query: String(new URLSearchParams({ event: 'x', message: said })),
    }),
    'a list': (said) => json([said, said]),
    'broken JSON': (said) => ({
      body: `{"message":"${said}","door_code":"482913","a":[`,
      contentType: 'application/json',
    }),
    Slack: (said) =>
      json({
        attachments: [{ title: said, title_link: door, text: said, fields: [{ title: 'Door code', value: '482913' }] }],
      }),
    blocks: (said) =>
      json({
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: said } },
          {
            type: 'section',
            text: { type: 'mrkdwn', text: `<${door}|Go>` },
            fields: [{ type: 'mrkdwn', text: '*Code*\n482913' }],
          },
        ],
      }),
    Discord: (said) =>
      json({ content: said, embeds: [{ title: said, url: door, fields: [{ name: 'Login code', value: '482913' }] }] }),
    Teams: (said) =>
      json({
        '@type': 'MessageCard',
        title: said,
        text: said,
        sections: [{ facts: [{ name: 'Password', value: 'hunter2hunter' }] }],
        potentialAction: [{ '@type': 'OpenUri', name: 'Go', targets: [{ os: 'default', uri: door }] }],
      }),
  };
  it.each(Object.entries(WAYS))('a credential: %s', (_, write) => {
    for (const said of SAID)
      for (const format of ['plain', 'rich'] as const)
        expect(
          JSON.stringify(
            renderCall({ headers: {}, webhookName: 'Shop', template: undefined, format, ...write(said) } as never),
          ),
          said,
        ).not.toMatch(/482913|Ab12cd34|4242 4242|DE89 3704|hunter2/);
  });
});

/* Similar texts that grant no access are shown. */
it.each([
  ['a code of a program', { event: 'job.failed', message: 'Build stopped with code 1370' }, '1370'],
  ['a code of an area', { event: 'order.paid', message: 'Area code 10115 is served' }, '10115'],
  [
    'the number of an article',
    { event: 'order.paid', ean: '4006381333931', message: 'Sold 4006381333931' },
    '4006381333931',
  ],
  // Each has a card number's checksum, but no issuer has numbers of this form.
  ['an id of 16 digits', { event: 'build.failed', message: 'Release 3701715835338913' }, '3701715835338913'],
  ['an id above the range of Mastercard', { event: 'job.failed', run: '2727784321604297' }, '2727784321604297'],
  [
    'a page of a project called login',
    { event: 'pull.opened', url: 'https://git.example/acme/login/pull/7?tab=files' },
    '/login/pull/7',
  ],
  ['a page with an id', { event: 'build.failed', url: 'https://ci.example/run?id=Ab12cd34ef' }, 'id=Ab12cd34ef'],
  ['where to log in', { event: 'user.created', login_url: 'https://x.example/login' }, 'https://x.example/login'],
])('contains %s', (_, body, told) =>
  expect(
    JSON.stringify(
      renderCall({
        body: JSON.stringify(body),
        contentType: 'application/json',
        headers: {},
        webhookName: 'Shop',
        template: undefined,
      }),
    ),
  ).toContain(told),
);

it.each([
  'Card 4242 4242 4242 4242 12/28 123',
  '4242424242424242 12/28 123',
  'Visa 4242-4242-4242-4242 123',
  'exp 12/28 4242424242424242',
  '2026-11-28 4242 4242 4242 4242',
  'Order 7 4242 4242 4242 4242, cvc 123',
])('a card number is masked next to other digits: %s', (text) =>
  expect(withoutSecretValues(text)).not.toMatch(/4242.?4242/),
);
