import type { SESClient } from '@aws-sdk/client-ses';
import * as z from 'zod';
import { email } from '#contract/states';
import type { OutboundMail } from '../model/message.ts';
import { jsonVariable } from '../platform/config.ts';
import { mailFailure } from './ses-errors.ts';

/**
 * The variable `MAIL`: the sender of emails, the operator's address, and the SES configuration set that reports
 * bounces.
 */
export const mailVariable = jsonVariable(
  z.object({ from: email, operator: email, configurationSet: z.string().min(1) }),
);
type MailSettings = z.infer<typeof mailVariable>;

type OutgoingMail = Parameters<OutboundMail['send']>[0] & { replyTo?: string };

/** Makes a header value one line, so it cannot start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a header.
const oneLine = (value: string): string => value.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();

const ownHeaders = (headers: Record<string, string>): Record<string, string> => {
  for (const name of Object.keys(headers))
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new Error(`not a header name: ${oneLine(name)}`);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]));
};

const compose = async (mail: OutgoingMail, from: string): Promise<Buffer> => {
  // Loaded with the first email, because most functions never send one.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return new MailComposer({
    from: { name: 'Tellhook', address: from },
    // As an object, so the value cannot add a second address.
    to: { name: '', address: email.parse(mail.to) },
    ...(mail.replyTo ? { replyTo: { name: '', address: email.parse(mail.replyTo) } } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id.replace(/[^\w.-]/g, '-')}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...ownHeaders(mail.headers ?? {}) },
    // Values in an email come from strangers, so the library must not read files or URLs for them.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
};

/**
 * Sends email through SES, with SendRawEmail (v1), which accepts custom headers. Resolves to an outcome, and never
 * rejects for an error of SES or the network.
 */
export const sesMailer = (
  { from, configurationSet }: Pick<MailSettings, 'from' | 'configurationSet'>,
  given?: SESClient,
): OutboundMail => ({
  send: async (mail: OutgoingMail) => {
    if (!email.safeParse(mail.to).success)
      return {
        kind: 'fail_target',
        code: 'address-refused',
        reason: 'Email can’t be sent to this address. Check it for typos.',
      };
    const Data = await compose(mail, from);
    const { sesClient, SendRawEmailCommand } = await import('./ses-client.ts');
    try {
      const { MessageId } = await (given ?? sesClient()).send(
        new SendRawEmailCommand({
          Source: from,
          Destinations: [mail.to],
          RawMessage: { Data },
          ConfigurationSetName: configurationSet,
          Tags: Object.entries(mail.tags ?? {}).map(([Name, Value]) => ({ Name, Value })),
        }),
      );
      return { kind: 'ok', ...(MessageId ? { providerWords: `MessageId ${MessageId}` } : {}) };
    } catch (error) {
      return mailFailure(error, mail.to);
    }
  },
});
