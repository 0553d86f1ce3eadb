import { bytesOf, decodeBytes } from './charsets.ts';
import { htmlWords } from './outline/html.ts';

/** The headers of an email that are shown. */
const SHOWN = ['From', 'To', 'Subject', 'Date'];
const MAX_PARTS = 100;
const MAX_DEPTH = 6;
/** Maximum length of an email's HTML that is converted to text, in UTF-16 units. */
const MAX_HTML = 100_000;

/** The parts of an email found so far: its plain text, its HTML as text, and the names of attachments. */
interface Found {
  text?: string;
  html?: string;
  attachments: string[];
}

/**
 * Reads a raw email as fields: its main headers, its text (or its HTML as text), and the names of its attachments.
 * Returns undefined if it isn't an email.
 * @param octets true if each character of `text` is a byte; false if the whole email was UTF-8 and is already decoded
 */
export function readMail(text: string, octets = false): Record<string, string | string[]> | undefined {
  const { headers, body } = partOf(text.replace(/^\s{0,100}/, ''));
  const fields: Record<string, string | string[]> = {};
  for (const name of SHOWN) {
    const value = headers.get(name.toLowerCase());
    if (value !== undefined && value !== '') fields[name] = decodeWords(octets ? utf8OrSame(value) : value);
  }
  if (Object.keys(fields).length === 0) return undefined;
  const found: Found = { attachments: [] };
  readPart(headers, body, octets, found, 0);
  const said = found.text?.trim() || found.html?.trim();
  if (said) fields.text = said;
  if (found.attachments.length > 0) fields.attachments = found.attachments;
  return fields;
}

function partOf(text: string): { headers: Map<string, string>; body: string } {
  const gap = /\r?\n\r?\n/.exec(text);
  const head = gap ? text.slice(0, gap.index) : text;
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, 500)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: gap ? text.slice(gap.index + gap[0].length) : '' };
}

function readPart(headers: Map<string, string>, body: string, octets: boolean, found: Found, depth: number): void {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /\bboundary\s{0,5}=\s{0,5}(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type);
  if (/^multipart\//i.test(type) && boundary && depth < MAX_DEPTH) {
    for (const piece of body.split(`--${boundary[1] ?? boundary[2]}`, MAX_PARTS).slice(1)) {
      if (piece.startsWith('--')) break;
      const part = partOf(piece.replace(/^[ \t]{0,100}\r?\n/, ''));
      readPart(part.headers, part.body, octets, found, depth + 1);
    }
    return;
  }
  const disposition = headers.get('content-disposition') ?? '';
  const name = /\b(?:file)?name\*?\s{0,5}=\s{0,5}(?:"([^"]{1,300})"|([^\s;]{1,300}))/i.exec(`${disposition}; ${type}`);
  if (/^attachment/i.test(disposition) || !/^text\/(?:plain|html)/i.test(type)) {
    if (name) found.attachments.push(decodeWords(name[1] ?? name[2] ?? ''));
    return;
  }
  const isHtml = /^text\/html/i.test(type);
  if (found[isHtml ? 'html' : 'text'] !== undefined) return;
  const decoded = decodeBody(body, headers, type, octets);
  if (decoded === undefined) return;
  if (isHtml) found.html = htmlWords(decoded.slice(0, MAX_HTML));
  else found.text = decoded;
}

function decodeBody(body: string, headers: Map<string, string>, type: string, octets: boolean): string | undefined {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '7bit';
  const charset = /charset\s{0,5}=\s{0,5}"?([\w.:-]{1,40})/i.exec(type)?.[1] ?? 'utf-8';
  if (encoding === 'base64') return decode(fromBase64(body.replaceAll(/[^\w+/]/g, '')), charset);
  if (encoding === 'quoted-printable')
    return decode(fromQuotedPrintable(body.replaceAll(/=\r?\n/g, ''), octets), charset);
  return octets ? decode(bytesOf(body), charset) : body;
}

/** Decodes the encoded words of RFC 2047: `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s{1,100}=\?/g, '?==?')
    .replaceAll(
      /=\?([\w-]{1,40})\?([BQ])\?([^?]{0,1000})\?=/gi,
      (whole, charset: string, kind: string, word: string) => {
        const bytes =
          kind.toUpperCase() === 'B' ? fromBase64(word) : fromQuotedPrintable(word.replaceAll('_', ' '), false);
        return decode(bytes, charset) ?? whole;
      },
    );
}

const utf8OrSame = (octets: string) => decodeBytes(bytesOf(octets), 'utf-8') ?? octets;

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return bytesOf(atob(text));
  } catch {
    return undefined;
  }
}

/** Decodes quoted-printable text. It should be ASCII, but other characters are kept as UTF-8. */
function fromQuotedPrintable(text: string, octets: boolean): Uint8Array {
  const plain = octets || /^\p{ASCII}*$/u.test(text) ? text : unescape8(text);
  return bytesOf(
    plain.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
}
const unescape8 = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

const decode = (bytes: Uint8Array | undefined, charset: string): string | undefined =>
  bytes && (decodeBytes(bytes, charset, false) ?? decodeBytes(bytes, 'windows-1252', false));
