/** Headers of a mail that a person reads. */
const SHOWN = ['From', 'To', 'Subject', 'Date'];

/** A raw mail as fields: its main headers and, when it is one plain text, that. undefined when it is no mail. */
export function readMail(text: string): Record<string, string> | undefined {
  const gap = /\r?\n\r?\n/.exec(text);
  const headers = headersOf(gap ? text.slice(0, gap.index) : text);
  const fields: Record<string, string> = {};
  for (const name of SHOWN) {
    const value = headers.get(name.toLowerCase());
    if (value !== undefined && value !== '') fields[name] = decodeWords(value);
  }
  if (Object.keys(fields).length === 0) return undefined;
  const body = gap ? decodeBody(text.slice(gap.index + gap[0].length), headers) : undefined;
  return body === undefined ? fields : { ...fields, text: body };
}

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function decodeBody(body: string, headers: Map<string, string>): string | undefined {
  const type = headers.get('content-type') ?? 'text/plain';
  if (!/^text\/plain/i.test(type)) return undefined;
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '7bit';
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (encoding === 'base64') return decode(fromBase64(body.replaceAll(/\s/g, '')), charset);
  if (encoding === 'quoted-printable') return decode(fromQuotedPrintable(body.replaceAll(/=\r?\n/g, '')), charset);
  return body;
}

/** RFC 2047: `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (whole, charset: string, kind: string, word: string) => {
      const bytes = kind.toUpperCase() === 'B' ? fromBase64(word) : fromQuotedPrintable(word.replaceAll('_', ' '));
      return decode(bytes, charset) ?? whole;
    });
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function fromQuotedPrintable(text: string): Uint8Array {
  const unescaped = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Uint8Array.from(unescaped, (char) => char.charCodeAt(0) & 0xff);
}

function decode(bytes: Uint8Array | undefined, charset: string): string | undefined {
  try {
    return bytes && new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}
