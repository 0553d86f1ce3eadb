import PostalMime, { addressParser, decodeWords } from 'postal-mime';

/** A mailbox's view of an email, with bare addresses and without attachments. */
interface ParsedMail {
  /** Headers by name in lower case, with encoded words decoded. Repeated headers are joined by a line break. */
  headers: Record<string, string>;
  subject: string;
  from: string;
  to: string[];
  text: string;
  html: string;
}

/** Reads an email's MIME source. */
export const parseMail = async (raw: Buffer): Promise<ParsedMail> => {
  const mail = await PostalMime.parse(raw);
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers) {
    const decoded = decodeWords(value);
    headers[key] = headers[key] === undefined ? decoded : `${headers[key]}\n${decoded}`;
  }
  return {
    headers,
    subject: mail.subject ?? '',
    from: mail.from?.address ?? '',
    to: [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(bareAddresses),
    text: withoutLastBreak(mail.text),
    html: withoutLastBreak(mail.html),
  };
};

/** The bare addresses of a header such as `"A, B" <a@x.org>, c@y.org`; invalid addresses stay as written. */
export const addressesOf = (header: string): string[] => addressParser(header).flatMap(bareAddresses);

const bareAddresses = ({ address, name, group = [] }: ReturnType<typeof addressParser>[number]): string[] =>
  group.length > 0 ? group.flatMap(bareAddresses) : [address || name].filter((it) => it !== '');

/** Removes the line break that the parser adds to each part. */
const withoutLastBreak = (text = ''): string => text.replace(/\n$/, '');
