import { createServer } from 'node:http';
import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, listenOnLoopback } from '../../../lib/local/loopback.ts';
import { addressesOf, parseMail } from '../../../lib/local/stand-ins/mime.ts';
import { createSesStandIn } from '../../../lib/local/stand-ins/ses.ts';
import { serveSes } from '../../support/ses.ts';
import { type Playground, startPlayground } from './support.ts';

let playground: Playground;
let fates: unknown[];
let server: LoopbackServer;
let ses: SESClient;
beforeEach(async () => {
  fates = [];
  playground = await startPlayground({
    onMailFate: async (fate, mail) => {
      fates.push([fate, mail]);
    },
  });
  server = await listenOnLoopback(
    createServer(
      serveSes(
        createSesStandIn({
          onMail: playground.fakes.onMail,
          verified: (address) => !address.startsWith('unverified@'),
        }),
      ),
    ),
  );
  ses = new SESClient({
    endpoint: server.origin,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
});
afterEach(async () => {
  ses.destroy();
  await server.stop();
  await playground.stop();
});

const send = (to: string[], changes: { source?: string } = {}) =>
  ses.send(
    new SendRawEmailCommand({
      Source: changes.source ?? 'Tellhook <no-reply@tellhook.example>',
      Destinations: to,
      RawMessage: {
        Data: Buffer.from(
          'Subject: Grüße\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nHällo\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>Hällo</p>\r\n--x--',
        ),
      },
    }),
  );

describe('SES, called by its SDK client', () => {
  it('accepts an email and stores it in the mailbox', async () => {
    expect((await send(['one@example.org', 'Two <two@example.org>'])).MessageId).toMatch(/^0107/);
    expect((await playground.received('email'))[0]).toMatchObject({
      to: 'one@example.org, two@example.org',
      from: 'no-reply@tellhook.example',
      subject: 'Grüße',
      text: 'Hällo',
      html: '<p>Hällo</p>',
      status: 200,
    });
  });

  it('accepts MailComposer’s output byte for byte', async () => {
    const text = `Grüße, 100 % = ${'ä'.repeat(80)}\n.\nline with trailing space \n🚀`;
    const html = `<p title="x=y">${'long line '.repeat(40)}🚀 größer</p>`;
    const raw = await new MailComposer({
      from: { name: 'Tellhook – Größe', address: 'no-reply@tellhook.example' },
      to: '"Müller, A" <a@example.org>',
      subject: `Rechnung für März 🚀 ${'sehr lang '.repeat(12)}`.trim(),
      text,
      html,
      headers: {
        'List-Unsubscribe': '<https://example.org/u?t=1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
      .compile()
      .build();
    await ses.send(new SendRawEmailCommand({ RawMessage: { Data: raw } }));
    const [mail] = await playground.received('email');
    expect(mail).toMatchObject({
      to: 'a@example.org',
      from: 'no-reply@tellhook.example',
      subject: `Rechnung für März 🚀 ${'sehr lang '.repeat(12)}`.trim(),
      headers: { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
    });
    expect(mail?.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text);
    expect(mail?.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(html);
  });

  it('sends a raw email to the request’s destinations instead of its headers’', async () => {
    await ses.send(
      new SendRawEmailCommand({
        Source: 'no-reply@tellhook.example',
        Destinations: ['hidden@example.org'],
        RawMessage: { Data: Buffer.from('From: a@b.org\r\nTo: c@d.org\r\nSubject: s\r\n\r\nbody') },
      }),
    );
    expect((await playground.received('email'))[0]).toMatchObject({ to: 'hidden@example.org', text: 'body', html: '' });
  });

  it.each([
    [['a@example.org'], { source: 'unverified@example.org' }, 'MessageRejected', 'Email address is not verified'],
    [['no-domain'], {}, 'InvalidParameterValue', "Missing final '@domain'"],
    [['ä@example.org'], {}, 'InvalidParameterValue', 'Local address'],
    [[], {}, 'InvalidParameterValue', 'Missing required header'],
    [Array.from({ length: 51 }, (_, i) => `a${i}@example.org`), {}, 'InvalidParameterValue', 'Recipient count'],
  ])('rejects email to %s %o as %s', async (to, changes, name, words) => {
    const error = await send(to, changes).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringContaining(words), $metadata: { httpStatusCode: 400 } });
    expect((error as Error).name).toContain(name);
    expect(await playground.received('email')).toEqual([]);
  });

  it.each([
    [{ mode: '429' }, 'Throttling', 400],
    [{ mode: 'gone' }, 'MessageRejected', 400],
    [{ mode: '500' }, 'InternalFailure', 500],
    [{ mode: 'answer', answer: 'AccountSendingPausedException' }, 'AccountSendingPausedException', 400],
    [{ mode: 'answer', answer: 'MailFromDomainNotVerifiedException' }, 'MailFromDomainNotVerifiedException', 400],
  ])('misbehaves as %o', async (behaviour, name, status) => {
    await playground.api('POST', 'behaviour', { provider: 'email', times: 1, ...behaviour });
    await expect(send(['a@example.org'])).rejects.toMatchObject({ name, $metadata: { httpStatusCode: status } });
    expect((await playground.received('email')).map((mail) => mail.status)).toEqual([status]);
    await send(['a@example.org']);
  });

  it('can reset the connection', async () => {
    await playground.api('POST', 'behaviour', { provider: 'email', mode: 'reset', times: 1 });
    await expect(send(['a@example.org'])).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('an opened email', () => {
  it('is a page that runs no script, loads nothing and opens links in a new tab', async () => {
    await send(['a@example.org']);
    const response = await playground.page('/__fakes/api/mail/1');
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/);
    expect(await response.text()).toContain('<base target="_blank"><p>Hällo</p>');
  });
});

describe('the recipient of an email', () => {
  it.each([
    ['bounce', 'bounce'],
    ['complain', 'complaint'],
  ])('can %s, and the product gets an event with the email’s tags', async (action, fate) => {
    await ses.send(
      new SendRawEmailCommand({
        Source: 'no-reply@tellhook.example',
        Destinations: ['a@example.org'],
        Tags: [{ Name: 'target', Value: '7' }],
        RawMessage: {
          Data: Buffer.from('From: no-reply@tellhook.example\r\nTo: a@example.org\r\nSubject: s\r\n\r\nbody'),
        },
      }),
    );
    const [mail] = await playground.api<{ id: number }[]>('GET', 'received?provider=email');
    await playground.api('POST', `email/${action}`, { id: mail?.id });
    expect(fates).toEqual([
      [fate, { to: ['a@example.org'], from: 'no-reply@tellhook.example', subject: 's', tags: { target: '7' } }],
    ]);
    expect((await playground.received('email'))[0]?.note).toMatch(/bounced|spam/);
  });
});

describe('reading MIME', () => {
  it('joins a character split across two encoded words', async () => {
    const subject = '=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?= an =?ISO-8859-1?Q?M=FCller?= =?UTF-8?B?8J+agA==?= ok';
    const mail = await parseMail(Buffer.from(`Subject: ${subject}\r\nX-Other: ${subject}\r\n\r\nbody`));
    expect(mail.subject).toBe('Grüße an Müller🚀 ok');
    expect(mail.headers['x-other']).toBe(mail.subject);
  });

  it('reads a part without headers as plain text', async () => {
    const mail = 'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nplain\r\n--x--\r\n';
    expect(await parseMail(Buffer.from(mail))).toMatchObject({ text: 'plain', html: '' });
  });

  it('finds bare addresses', () => {
    expect(addressesOf('"A, B" <a@x.org>, c@y.org ,D <d@z.org>')).toEqual(['a@x.org', 'c@y.org', 'd@z.org']);
    expect(addressesOf('Team: e@z.org, F <f@z.org>;, nobody')).toEqual(['e@z.org', 'f@z.org', 'nobody']);
  });

  it('skips attachments and reads nested parts', async () => {
    const mail = [
      'Content-Type: multipart/mixed; boundary="a b"',
      '',
      'preamble',
      '--a b',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'caf=E9 =',
      'soft',
      '--inner',
      'Content-Type: text/html',
      'Content-Transfer-Encoding: base64',
      '',
      'PGI+aGk8',
      'L2I+',
      '--inner--',
      '--a b',
      'Content-Type: text/plain',
      'Content-Disposition: attachment; filename=x.txt',
      '',
      'attached',
      '--a b--',
      'epilogue',
    ].join('\r\n');
    expect(await parseMail(Buffer.from(mail))).toMatchObject({ text: 'café soft', html: '<b>hi</b>' });
  });
});
