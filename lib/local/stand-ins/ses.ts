import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressesOf, decodeWords, parseMail } from './mime.ts';
import { type SesRefusal, sesRefusals } from './ses-refusals.ts';

/** A mail that SES was asked to send. Addresses are bare, without display names. */
export interface Mail {
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The id SES answers with. */
  messageId: string;
  /** The tags of the call, which come back with every event about this mail. */
  tags: Record<string, string>;
  /** The MIME source; written from the fields when the call was SendEmail. */
  raw: string;
}

/** What becomes of a mail: taken, refused, or never answered. */
export type MailVerdict = 'accept' | { refuse: SesRefusal } | { silent: 'timeout' | 'reset' };

export interface SesOptions {
  /** Called with every mail that passes the checks of SES itself. Answering nothing accepts it. */
  onMail: (mail: Mail) => MailVerdict | undefined;
  /** Whether an address may send; without it, all but `unverified@…` may. */
  verified?: (address: string) => boolean;
  /** SES before production access: mail goes to verified addresses and the mailbox simulator only. */
  sandbox?: boolean;
}

const maxRecipients = 50;
const maxBytes = 10 * 1024 * 1024;
const bodyLimit = 16 * 1024 * 1024;

/**
 * SES v1 (API version 2010-12-01) as `@aws-sdk/client-ses` speaks it: form-encoded calls, XML answers. Recipients
 * `throttle@…`, `quota@…` and `paused@…` are refused the way SES refuses when its limits are reached.
 */
export const createSesStandIn = (options: SesOptions): ((req: IncomingMessage, res: ServerResponse) => void) => {
  const verified = options.verified ?? ((address: string) => !address.toLowerCase().startsWith('unverified@'));
  return (req, res) => {
    readForm(req)
      .then((form) => answer(form, { onMail: options.onMail, verified, sandbox: options.sandbox ?? false }, req, res))
      .catch((error: unknown) => {
        if (error instanceof SesError) sendError(res, error.refusal);
        else sendError(res, { status: 500, code: 'InternalFailure', message: String(error) });
      });
  };
};

class SesError extends Error {
  readonly refusal: SesRefusal;
  constructor(refusal: SesRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const refused = (code: string, message: string, status = 400) => new SesError({ status, code, message });
const invalid = (message: string) => refused('InvalidParameterValue', message);

const answer = (
  form: URLSearchParams,
  options: Required<SesOptions>,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const action = form.get('Action') ?? '';
  switch (action) {
    case 'SendEmail':
    case 'SendRawEmail': {
      const mail = action === 'SendEmail' ? plainMail(form) : rawMail(form);
      check(mail, form, options);
      const verdict = options.onMail(mail) ?? 'accept';
      if (verdict === 'accept') sendResult(res, action, `<MessageId>${mail.messageId}</MessageId>`);
      else if ('refuse' in verdict) sendError(res, verdict.refuse);
      // A timeout keeps the connection as it is: whoever called gives up, or the server that owns it closes.
      else if (verdict.silent === 'reset') req.socket.resetAndDestroy();
      return;
    }
    case 'GetSendQuota':
      sendResult(
        res,
        action,
        '<Max24HourSend>50000.0</Max24HourSend><MaxSendRate>14.0</MaxSendRate><SentLast24Hours>0.0</SentLast24Hours>',
      );
      return;
    case 'GetIdentityVerificationAttributes':
      sendResult(
        res,
        action,
        `<VerificationAttributes>${members(form, 'Identities')
          .map(
            (identity) =>
              `<entry><key>${escapeXml(identity)}</key><value><VerificationStatus>${
                options.verified(identity) ? 'Success' : 'Pending'
              }</VerificationStatus></value></entry>`,
          )
          .join('')}</VerificationAttributes>`,
      );
      return;
    default:
      throw refused('InvalidAction', `Could not find operation ${action} for version 2010-12-01`);
  }
};

const members = (form: URLSearchParams, prefix: string): string[] => {
  const values: string[] = [];
  for (let index = 1; form.has(`${prefix}.member.${index}`); index += 1) {
    values.push(form.get(`${prefix}.member.${index}`) ?? '');
  }
  return values;
};

const tagsOf = (form: URLSearchParams): Record<string, string> => {
  const tags: Record<string, string> = {};
  for (let index = 1; form.has(`Tags.member.${index}.Name`); index += 1) {
    tags[form.get(`Tags.member.${index}.Name`) ?? ''] = form.get(`Tags.member.${index}.Value`) ?? '';
  }
  const configurationSet = form.get('ConfigurationSetName');
  return configurationSet === null ? tags : { ...tags, 'ses:configuration-set': configurationSet };
};

const plainMail = (form: URLSearchParams): Mail => {
  const source = form.get('Source') ?? '';
  const subject = form.get('Message.Subject.Data');
  const text = form.get('Message.Body.Text.Data') ?? '';
  const html = form.get('Message.Body.Html.Data') ?? '';
  if (source === '') throw refused('ValidationError', "1 validation error detected: Value at 'source' failed");
  if (subject === null) throw invalid('Empty required header: Subject');
  if (text === '' && html === '') throw invalid('Empty body');
  const recipients = ['To', 'Cc', 'Bcc'].flatMap((kind) => members(form, `Destination.${kind}Addresses`));
  const replyTo = members(form, 'ReplyToAddresses');
  const headers: Record<string, string> = {
    from: decodeWords(source),
    to: members(form, 'Destination.ToAddresses').map(decodeWords).join(', '),
    subject: decodeWords(subject),
    ...(replyTo.length > 0 ? { 'reply-to': replyTo.map(decodeWords).join(', ') } : {}),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    to: recipients.flatMap(addressesOf),
    from: addressesOf(source)[0] ?? '',
    subject: headers.subject as string,
    text,
    html,
    headers,
    messageId: newMessageId(),
    tags: tagsOf(form),
    raw: [...head, '', text === '' ? html : text].join('\r\n'),
  };
};

const rawMail = (form: URLSearchParams): Mail => {
  const raw = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64');
  if (raw.length > maxBytes) {
    throw invalid(`Message length is more than ${maxBytes} bytes long: '${raw.length}'.`);
  }
  const parsed = parseMail(raw);
  const destinations = members(form, 'Destinations').flatMap(addressesOf);
  return {
    ...parsed,
    to: destinations.length > 0 ? destinations : parsed.to,
    from: addressesOf(form.get('Source') ?? '')[0] ?? parsed.from,
    messageId: newMessageId(),
    tags: tagsOf(form),
    raw: raw.toString('utf8'),
  };
};

const SIMULATOR = /@simulator\.amazonses\.com$/i;

/** The checks of SES, in its words. */
const check = (mail: Mail, form: URLSearchParams, { verified, sandbox }: Required<SesOptions>): void => {
  const configurationSet = form.get('ConfigurationSetName');
  if (configurationSet?.endsWith('-missing')) {
    throw refused('ConfigurationSetDoesNotExist', `Configuration set <${configurationSet}> does not exist.`);
  }
  if (mail.to.length === 0) throw invalid('Missing required header: To');
  if (mail.to.length > maxRecipients) {
    throw invalid(`Recipient count exceeds ${maxRecipients}.`);
  }
  for (const address of [mail.from, ...mail.to]) checkAddress(address);
  const toBeVerified = [mail.from, ...(sandbox ? mail.to.filter((address) => !SIMULATOR.test(address)) : [])];
  const failed = toBeVerified.filter((address) => !verified(address));
  if (failed.length > 0) {
    throw refused(
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: ${failed.join(', ')}`,
    );
  }
  const local = (name: string): boolean => mail.to.some((address) => address.toLowerCase().startsWith(`${name}@`));
  if (local('throttle')) throw new SesError(sesRefusals.Throttling);
  if (local('quota')) throw new SesError(sesRefusals.DailyQuota);
  if (local('paused')) throw new SesError(sesRefusals.AccountSendingPausedException);
};

/** SES parses addresses strictly and answers in the words of JavaMail's InternetAddress. */
const checkAddress = (address: string): void => {
  const at = address.lastIndexOf('@');
  if (at < 0) throw invalid("Missing final '@domain'");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (local === '') throw invalid('Missing local name');
  if (local.startsWith('.')) throw invalid('Local address starts with dot');
  if (local.endsWith('.')) throw invalid('Local address ends with dot');
  if (local.includes('..')) throw invalid('Local address contains dot-dot');
  if (domain.startsWith('.')) throw invalid('Domain starts with dot');
  if (domain.includes('..')) throw invalid('Domain contains dot-dot');
  if (!/^[\x21-\x7e]+$/.test(address)) {
    throw new SesError(sesRefusals.InvalidParameterValue);
  }
  if (!/@[A-Za-z0-9.-]+$/.test(address)) {
    throw invalid('Domain contains illegal character');
  }
};

const newMessageId = (): string => `0107${randomBytes(6).toString('hex')}-${randomUUID()}-000000`;

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] as string);

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';

const sendResult = (res: ServerResponse, action: string, result: string): void =>
  sendXml(
    res,
    200,
    `<${action}Response xmlns="${namespace}"><${action}Result>${result}</${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`,
  );

const sendError = (res: ServerResponse, { status, code, message }: SesRefusal): void =>
  sendXml(
    res,
    status,
    `<ErrorResponse xmlns="${namespace}"><Error><Type>${status >= 500 ? 'Receiver' : 'Sender'}</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );

const sendXml = (res: ServerResponse, status: number, xml: string): void => {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(xml) }).end(xml);
};

const readForm = async (req: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw refused('RequestTooLarge', 'The request is too large.', 413);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};
