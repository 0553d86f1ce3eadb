import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sesMailer } from '../../lambdas/adapters/mailer.ts';
import { mailFailure } from '../../lambdas/adapters/ses-errors.ts';

const ses = mockClient(SESClient);
const mailer = sesMailer(
  { from: 'hello@tellhook.example', configurationSet: 'tellhook-test' },
  new SESClient({ region: 'eu-central-1' }),
);
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Text body', html: '<p>HTML body</p>', id: 'abc-1.2' };

afterAll(() => ses.restore());
beforeEach(() => {
  ses.reset();
  ses.on(SendRawEmailCommand).resolves({ MessageId: 'ses-1' });
});

/** The request to SES, and its message as text with unfolded headers. */
const sent = () => {
  const input = ses.commandCalls(SendRawEmailCommand)[0]?.args[0].input;
  if (!input) throw new Error('nothing was sent');
  const message = Buffer.from(input.RawMessage?.Data as Uint8Array).toString('utf8');
  const head = message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return { input, message, headers: head.split('\r\n') };
};

describe('an email', () => {
  it('is sent to SES with both bodies, the sender, the configuration set and an id', async () => {
    expect(await mailer.send(mail)).toMatchObject({ kind: 'ok' });
    const { input, message, headers } = sent();
    expect(input).toMatchObject({
      Source: 'hello@tellhook.example',
      Destinations: ['ada@example.com'],
      ConfigurationSetName: 'tellhook-test',
    });
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Tellhook <hello@tellhook.example>',
        'To: ada@example.com',
        'Subject: Hello',
        'Message-ID: <abc-1.2@tellhook.example>',
        'Auto-Submitted: auto-generated',
      ]),
    );
    expect(message).toContain('Text body');
    expect(message).toContain('HTML body');
  });

  it('carries reply-to, custom headers and tags', async () => {
    await mailer.send({
      ...mail,
      replyTo: 'grace@example.com',
      headers: {
        'List-Unsubscribe': '<https://app.example.com/u/1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      tags: { dispatch: 'd-1' },
    } as never);
    const { input, headers } = sent();
    expect(headers).toEqual(
      expect.arrayContaining([
        'Reply-To: grace@example.com',
        'List-Unsubscribe: <https://app.example.com/u/1>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
    expect(input.Tags).toEqual([{ Name: 'dispatch', Value: 'd-1' }]);
  });

  it('cannot get further headers through its content', async () => {
    const injection = 'x\r\nBcc: eve@example.com\nX-Evil: 1\u2028X-More: 2\u0000';
    await mailer.send({ ...mail, subject: injection, id: injection, headers: { 'X-Webhook': injection } });
    const names = sent().headers.map((header) => header.slice(0, header.indexOf(':')).toLowerCase());
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('x-evil');
    expect(names).not.toContain('x-more');
    await expect(mailer.send({ ...mail, headers: { 'X-A\r\nBcc': 'eve@example.com' } })).rejects.toThrow();
  });

  it.each(['ada@example.com, eve@example.com', 'ada@example.com\r\nBcc: eve@example.com', 'Eve <eve@example.com>', ''])(
    'is not sent to %j',
    async (to) => {
      expect(await mailer.send({ ...mail, to })).toMatchObject({ kind: 'fail_target' });
      expect(ses.commandCalls(SendRawEmailCommand)).toHaveLength(0);
    },
  );

  it('keeps every character of its text', async () => {
    await mailer.send({ ...mail, subject: 'Grüße 🎉', text: 'Ünïcödé 🎉\n.\nend' });
    const { headers, message } = sent();
    expect(headers.find((header) => header.startsWith('Subject:'))).toMatch(/^Subject: =\?UTF-8\?/i);
    const [, encoded = ''] = /base64\r\n\r\n([\w+/=\s]+)/.exec(message) ?? [];
    expect(Buffer.from(encoded, 'base64').toString('utf8')).toBe('Ünïcödé 🎉\n.\nend');
  });
});

describe('an error from SES', () => {
  const failure = (name: string, message: string, httpStatusCode: number | undefined = 400) =>
    mailFailure(Object.assign(new Error(message), { name, $metadata: { httpStatusCode } }));

  it.each([
    ['Throttling', 'Maximum sending rate exceeded.', 'retry'],
    ['ThrottlingException', 'Daily message quota exceeded.', 'retry'],
    ['MessageRejected', 'Email address is not verified. The following identities failed', 'fail_config'],
    ['MessageRejected', 'Email contains a virus', 'fail_message'],
    ['InvalidParameterValue', "Missing final '@domain'", 'fail_target'],
    ['InvalidParameterValue', 'Duplicate header Subject', 'fail_message'],
    ['MailFromDomainNotVerifiedException', 'not verified', 'fail_config'],
    ['ConfigurationSetDoesNotExistException', 'does not exist', 'fail_config'],
    ['ConfigurationSetSendingPausedException', 'paused', 'fail_config'],
    ['AccountSendingPausedException', 'paused', 'fail_config'],
    ['AccessDeniedException', 'User is not authorized to perform ses:SendRawEmail', 'fail_config'],
    ['SomethingNew', 'no idea', 'fail_config'],
  ])('%s (%s) leads to %s', (name, message, kind) => {
    expect(failure(name, message).kind).toBe(kind);
  });

  it('is retried if it is a fault of SES or there is no response', () => {
    expect(failure('InternalFailure', 'oops', 500).kind).toBe('retry');
    expect(mailFailure(new Error('connect ECONNREFUSED')).kind).toBe('retry');
    expect(mailFailure(undefined).kind).toBe('retry');
  });

  it('leads to a longer wait for the daily quota than for the rate', () => {
    expect(failure('Throttling', 'Daily message quota exceeded.')).toMatchObject({ afterSeconds: 600 });
    expect(failure('Throttling', 'Maximum sending rate exceeded.')).toMatchObject({ afterSeconds: 3 });
  });

  it('reaches the caller as an outcome, never as an exception', async () => {
    ses
      .on(SendRawEmailCommand)
      .rejects(Object.assign(new Error('Maximum sending rate exceeded.'), { name: 'Throttling' }));
    expect(await mailer.send(mail)).toMatchObject({ kind: 'retry' });
  });
});
