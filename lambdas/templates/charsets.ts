/* Decodes a body's bytes to text, in linear time. Never throws. */

/** Number of bytes at the start of an XML document or an email in which a charset declaration is searched. */
const DECLARATION = 400;

/**
 * Decodes bytes in a charset. Returns undefined if the charset is unknown, or if `strict` is set and the bytes are
 * invalid in it.
 */
export function decodeBytes(bytes: Uint8Array, charset: string, strict = true): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: strict, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Converts bytes to a text with one character for each byte, without loss. */
export function octetsOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Reverses {@link octetsOf}. */
export function bytesOf(octets: string): Uint8Array {
  const bytes = new Uint8Array(octets.length);
  for (let at = 0; at < octets.length; at++) bytes[at] = octets.charCodeAt(at);
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a body. The charset comes from its byte order mark or content type. Otherwise it is UTF-8 or, if that is
 * invalid, the charset declared in the body. Returns undefined if the body isn't text.
 */
export function textOfBody(bytes: Uint8Array, contentType: string): string | undefined {
  const declared = /;\s{0,5}charset\s{0,5}=\s{0,5}"?([\w.:-]{1,40})/i.exec(contentType)?.[1]?.toLowerCase();
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  if (mark) return decodeBytes(bytes.subarray(2), mark);
  if (declared && !/^(?:utf-?8|us-ascii)$/.test(declared)) {
    const text = decodeBytes(bytes, declared === 'utf-16' ? 'utf-16le' : declared);
    if (text !== undefined) return text;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeDeclaredInside(bytes, contentType);
  }
}

function decodeDeclaredInside(bytes: Uint8Array, contentType: string): string | undefined {
  const head = octetsOf(bytes.subarray(0, DECLARATION));
  const inside = /^\s{0,40}<\?xml[^>]{1,200}encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  if (inside) return decodeBytes(bytes, inside);
  // Text that is invalid in its default charset nearly always comes from Windows, unless it contains control
  // characters.
  if (
    /^text\/(?:plain|html|csv)\b/i.test(contentType) &&
    !/(?![\t\n\f\r])\p{Cc}/u.test(head.replaceAll(/[\u0080-\u009f]/g, ''))
  )
    return decodeBytes(bytes, 'windows-1252');
  return undefined;
}
