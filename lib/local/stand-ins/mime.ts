/**
 * Reads the mails that mail composers write: folded headers, encoded words (RFC 2047), multipart bodies, base64 and
 * quoted-printable. It looks for the text and the HTML of a mail; attachments are left alone.
 */
interface ParsedMail {
  /** Names in lower case, encoded words decoded; repeated headers are joined by a line break. */
  headers: Record<string, string>;
  subject: string;
  from: string;
  to: string[];
  text: string;
  html: string;
}

export const parseMail = (raw: Buffer): ParsedMail => {
  const part = parsePart(raw);
  const headers = Object.fromEntries(Object.entries(part.headers).map(([name, value]) => [name, decodeWords(value)]));
  const found = { text: '', html: '' };
  collect(part, found);
  return {
    headers,
    subject: headers.subject ?? '',
    from: addressesOf(part.headers.from ?? '')[0] ?? '',
    // Before decoding: an encoded name may hold a comma.
    to: addressesOf([part.headers.to, part.headers.cc].filter(Boolean).join(', ')),
    ...found,
  };
};

interface Part {
  headers: Record<string, string>;
  body: Buffer;
}

const collect = (part: Part, found: { text: string; html: string }): void => {
  const { type, parameters } = contentType(part.headers['content-type'] ?? 'text/plain');
  if (type.startsWith('multipart/')) {
    for (const child of splitParts(part.body, parameters.boundary ?? '')) collect(parsePart(child), found);
    return;
  }
  if (/^attachment/i.test(part.headers['content-disposition'] ?? '')) return;
  const kind = type === 'text/plain' ? 'text' : type === 'text/html' ? 'html' : undefined;
  if (kind === undefined || found[kind] !== '') return;
  const bytes = decodeTransfer(part.body, part.headers['content-transfer-encoding'] ?? '7bit');
  found[kind] = decodeCharset(bytes, parameters.charset ?? 'utf-8');
};

/** Splits headers from body at the first empty line; latin1 keeps every byte as one character. */
const parsePart = (raw: Buffer): Part => {
  const source = raw.toString('latin1');
  const gap = /\r?\n\r?\n/.exec(source);
  const head = gap ? source.slice(0, gap.index) : source;
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = Buffer.from(line.slice(colon + 1).trim(), 'latin1').toString('utf8');
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  return { headers, body: gap ? raw.subarray(gap.index + gap[0].length) : Buffer.alloc(0) };
};

const splitParts = (body: Buffer, boundary: string): Buffer[] => {
  if (boundary === '') return [];
  const source = body.toString('latin1');
  const pieces = source.split(new RegExp(`(?:^|\\r?\\n)--${boundary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
  // The first piece is the preamble; the one that starts with "--" is the epilogue.
  return pieces
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => Buffer.from(piece.replace(/^[ \t]*\r?\n/, ''), 'latin1'));
};

const contentType = (value: string): { type: string; parameters: Record<string, string> } => {
  const parameters: Record<string, string> = {};
  for (const match of value.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/g)) {
    parameters[(match[1] as string).toLowerCase()] = (match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1');
  }
  return { type: (value.split(';')[0] ?? '').trim().toLowerCase(), parameters };
};

const decodeTransfer = (body: Buffer, encoding: string): Buffer => {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64');
    case 'quoted-printable':
      return decodeQuoted(
        body
          .toString('latin1')
          .replace(/[ \t]+(?=\r?\n)/g, '')
          .replace(/=\r?\n/g, ''),
      );
    default:
      return body;
  }
};

const decodeQuoted = (source: string): Buffer =>
  Buffer.from(
    source.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const decodeCharset = (bytes: Buffer, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
};

/** Decodes `=?charset?B|Q?…?=`; words that follow each other may share one character, so their bytes are joined. */
export const decodeWords = (value: string): string =>
  value.replace(/=\?[^?\s]+\?[bq]\?[^?]*\?=(?:\s+=\?[^?\s]+\?[bq]\?[^?]*\?=)*/gi, (run) => {
    const words = [...run.matchAll(/=\?([^?\s*]+)[^?]*\?([bq])\?([^?]*)\?=/gi)];
    const bytes = words.map(([, , encoding, text]) =>
      (encoding as string).toLowerCase() === 'b'
        ? Buffer.from(text as string, 'base64')
        : decodeQuoted((text as string).replaceAll('_', ' ')),
    );
    const charsets = new Set(words.map((word) => (word[1] as string).toLowerCase()));
    const [only] = charsets;
    return charsets.size === 1 && only !== undefined
      ? decodeCharset(Buffer.concat(bytes), only)
      : words.map((word, index) => decodeCharset(bytes[index] as Buffer, word[1] as string)).join('');
  });

/** The bare addresses of a header such as `"A, B" <a@x.org>, c@y.org`. */
export const addressesOf = (header: string): string[] =>
  (header.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? [])
    .map((mailbox) => (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim())
    .filter((address) => address !== '');
