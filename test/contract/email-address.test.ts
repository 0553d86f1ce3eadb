import { createServer } from 'node:http';
import { SESClient } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactMessage, passwordResetRequest, registration } from '#contract/account';
import { emailProblem } from '#contract/email-address';
import { parseAddress } from '../../integrations/targets/email/address.ts';
import { kind as emailKind } from '../../integrations/targets/email/kind.ts';
import { mailVariable, sesMailer } from '../../lambdas/adapters/mailer.ts';
import { type LoopbackServer, listenOnLoopback } from '../../lib/local/loopback.ts';
import { createSesStandIn } from '../../lib/local/stand-ins/ses.ts';
import { serveSes } from '../support/ses.ts';

const good = [
  'ada@example.org',
  'a&b@example.com',
  "o'neil+tag@mail.example.co",
  '!#$%*/=?^_`{|}~-@example.com',
  'x.y.z@xn--bcher-kva.example',
  `${'a'.repeat(64)}@example.com`,
  `a@${'b'.repeat(63)}.example`,
];

const bad: [address: string, why: string][] = [
  ['', 'Enter an email address'],
  ['ada', 'Enter an email address'],
  ['ada@host', 'Enter an email address'],
  ['@example.org', 'Enter an email address'],
  ['a b@example.org', 'Enter an email address'],
  ['ada@@example.org', 'Enter an email address'],
  ['ada@example.c', 'Enter an email address'],
  ['ada@[127.0.0.1]', 'Enter an email address'],
  ['.ada@example.com', 'The part before the @ can’t begin or end with a dot'],
  ['ada.@example.com', 'The part before the @ can’t begin or end with a dot'],
  ['ada..b@example.com', 'An email address can’t have two dots in a row'],
  ['ada@example..com', 'An email address can’t have two dots in a row'],
  ['ada@example.com.', 'The part after the @ can’t begin or end with a dot'],
  ['ada@-example.com', 'No part of the domain can begin or end with a hyphen'],
  ['ada@example-.com', 'No part of the domain can begin or end with a hyphen'],
  ['ada@example.com-', 'No part of the domain can begin or end with a hyphen'],
  ['äda@example.com', 'Use letters without accents. Write an international domain in its xn-- form'],
  [`${'a'.repeat(65)}@example.com`, 'The part before the @ can have up to 64 characters'],
  [
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}`,
    'An email address can have up to 254 characters',
  ],
];

let server: LoopbackServer;
let mailer: ReturnType<typeof sesMailer>;
const accepted: string[] = [];
beforeAll(async () => {
  server = await listenOnLoopback(
    createServer(
      serveSes(
        createSesStandIn({
          onMail: ({ to }) => {
            accepted.push(...to);
            return 'accept';
          },
        }),
      ),
    ),
  );
  mailer = sesMailer(
    { from: 'hello@tellhook.example', configurationSet: 'tellhook-test' },
    new SESClient({
      region: 'eu-central-1',
      endpoint: server.origin,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    }),
  );
});
afterAll(() => server.stop());

/** Tests an address at every part that accepts one. Returns true for each that accepts this address. */
const doors = async (address: string) => {
  const target = () => {
    try {
      return parseAddress(address) !== undefined;
    } catch {
      return false;
    }
  };
  const rest = { name: 'Ada', message: 'Hello', challenge: 'solved', password: 'plum-carousel-77' };
  return {
    form: emailProblem(address) === undefined,
    registration: registration.safeParse({ ...rest, email: address }).success,
    reset: passwordResetRequest.safeParse({ ...rest, email: address }).success,
    contact: contactMessage.safeParse({ ...rest, email: address }).success,
    target: target(),
    'target form': address.length <= 254 && new RegExp(`^(?:${emailKind.fields[0]?.pattern})$`).test(address),
    mailer:
      (await mailer.send({ to: address, replyTo: address, subject: 's', text: 't', html: 'h', id: '1' })).kind === 'ok',
    'variable MAIL': mailVariable.safeParse(JSON.stringify({ from: address, operator: address, configurationSet: 'c' }))
      .success,
  };
};

describe('an email address', () => {
  it.each(good)('is accepted everywhere, including by the email service: %s', async (address) => {
    expect(Object.entries(await doors(address)).filter(([, taken]) => !taken)).toEqual([]);
    expect(accepted).toContain(address);
  });

  it.each(bad)('is rejected everywhere, with the reason: %j (%s)', async (address, why) => {
    expect(Object.entries(await doors(address)).filter(([, taken]) => taken)).toEqual([]);
    expect(emailProblem(address)).toBe(why);
    expect(
      registration.safeParse({ email: address, password: 'plum-carousel-77', challenge: 'x' }).error?.issues,
    ).toContainEqual(expect.objectContaining({ path: ['email'], message: why }));
  });
});
