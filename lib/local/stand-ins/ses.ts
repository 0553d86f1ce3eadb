import { randomBytes, randomUUID } from 'node:crypto';
import { SES_NAMESPACE, sesError } from '../iam/answers.ts';
import type { Backend } from '../iam/request-handler.ts';
import type { WireAnswer } from '../iam/wire.ts';
import { addressesOf, parseMail } from './mime.ts';
import { type SesRefusal, sesRefusals } from './ses-refusals.ts';

/** An email that SES was asked to send. Addresses are bare, without display names. */
export interface Mail {
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The id in SES's response. */
  messageId: string;
  /** The call’s tags, which are part of every event about this email. */
  tags: Record<string, string>;
  /** The MIME source. */
  raw: string;
}

/** The fate of an email: SES accepts it, rejects it or sends no response. */
export type MailVerdict = 'accept' | { refuse: SesRefusal } | { silent: 'timeout' | 'reset' };

export interface SesOptions {
  /** Called with every email that passes SES's checks. The email is accepted if this returns undefined. */
  onMail: (mail: Mail) => MailVerdict | undefined;
  /** True if an address is verified. By default, all are. */
  verified?: (address: string) => boolean;
  /** True if SES is in its sandbox and sends email only to verified addresses and the mailbox simulator. */
  sandbox?: boolean;
}

const maxRecipients = 50;
/** Maximum size of the message in base64. */
const maxBytes = 10 * 1024 * 1024;

/** SES v1 (API version 2010-12-01) with only SendRawEmail. The request is a form, the response XML. */
export const createSesStandIn =
  ({ onMail, verified = () => true, sandbox = false }: SesOptions): Backend =>
  async ({ body, signal }) => {
    try {
      const form = new URLSearchParams(body);
      const action = form.get('Action') ?? '';
      if (action !== 'SendRawEmail')
        throw refused('InvalidAction', `Could not find operation ${action} for version 2010-12-01`);
      const mail = await rawMail(form);
      check(mail, { verified, sandbox });
      const verdict = onMail(mail) ?? 'accept';
      if (verdict === 'accept') return sent(action, mail.messageId);
      if ('refuse' in verdict) return sesError(verdict.refuse);
      // A timeout keeps the connection open until the caller stops waiting, or the server closes it.
      if (verdict.silent === 'timeout') await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    } catch (error) {
      if (error instanceof SesError) return sesError(error.refusal);
      return sesError({ status: 500, code: 'InternalFailure', message: String(error) });
    }
    throw new Error('SES does not respond.');
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

const rawMail = async (form: URLSearchParams): Promise<Mail> => {
  const data = form.get('RawMessage.Data') ?? '';
  if (data.length > maxBytes) throw invalid(`Message length is more than ${maxBytes} bytes long: '${data.length}'.`);
  const raw = Buffer.from(data, 'base64');
  const parsed = await parseMail(raw);
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

/** Checks an email as SES does. @throws SesError with SES's message */
const check = (mail: Mail, { verified, sandbox }: Required<Omit<SesOptions, 'onMail'>>): void => {
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
};

/** Checks an address as strictly as SES, which returns the errors of JavaMail's InternetAddress. */
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

const sent = (action: string, messageId: string): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<${action}Response xmlns="${SES_NAMESPACE}"><${action}Result><MessageId>${messageId}</MessageId></${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`,
});
