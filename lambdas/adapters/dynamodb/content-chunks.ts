import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { InvocationContent } from '../../model/invocation.ts';
import { CONTENT_DICTIONARY, FIRST_DICTIONARY } from './content-dictionary.ts';
import { lengthen, shorten } from './repeated-names.ts';

/** Maximum size of a chunk. It leaves space for keys and attributes below the 400 KB limit of an item. */
const CHUNK_BYTES = 380_000;

/**
 * Maximum size of inflated content, which stops a stored zip bomb. It exceeds the largest body plus the gateway's
 * header limit.
 */
const MAX_INFLATED_BYTES = 2_000_000;

const LENGTHS_BYTES = 8;

/**
 * Compressions by the first byte of packed content. A plain deflated stream never begins with these bytes, because they
 * mean a block of the reserved type (RFC 1951, 3.2.3). So calls stored before dictionaries existed are recognised.
 */
const FORMS: Record<number, { dictionary: Buffer; isShort: boolean }> = {
  6: { dictionary: FIRST_DICTIONARY, isShort: false },
  7: { dictionary: CONTENT_DICTIONARY, isShort: true },
  15: { dictionary: CONTENT_DICTIONARY, isShort: false },
};
const [SHORT, LONG] = [0b0111, 0b1111];
const isForm = (firstByte: number): boolean => (firstByte & 0b110) === 0b110;

/**
 * Size from which a body is compressed without the dictionary. Large bodies repeat themselves, so it would only cost
 * time.
 */
const LARGE_BYTES = 65_536;

const deflated = (lengths: Buffer, text: Buffer): Buffer => {
  const isLarge = text.byteLength > LARGE_BYTES;
  const short = isLarge ? undefined : shorten(text.toString('latin1'));
  const packed = deflateRawSync(Buffer.concat([lengths, short === undefined ? text : Buffer.from(short, 'latin1')]), {
    level: isLarge ? 1 : 6,
    dictionary: CONTENT_DICTIONARY,
  });
  return Buffer.concat([Buffer.from([short === undefined ? LONG : SHORT]), packed]);
};

/**
 * Inflates packed content.
 * @returns undefined if it is not a complete deflated stream
 * @throws Error if a newer version packed it, so its message waits until that version runs here, too
 */
const inflated = (packed: Buffer): Buffer | undefined => {
  const [firstByte = 0] = packed;
  const form = FORMS[firstByte];
  if (isForm(firstByte) && !form) throw new Error(`Stored calls of the form ${firstByte} are not known here`);
  try {
    const whole = inflateRawSync(form ? packed.subarray(1) : packed, {
      maxOutputLength: MAX_INFLATED_BYTES,
      ...(form && { dictionary: form.dictionary }),
    });
    if (!form?.isShort) return whole;
    const text = lengthen(whole.toString('latin1', LENGTHS_BYTES));
    return Buffer.concat([whole.subarray(0, LENGTHS_BYTES), Buffer.from(text, 'latin1')]);
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) return undefined;
    throw error;
  }
};

/** Recently packed contents. A call is packed for the table and for its messages, but the work is done once. */
const packedAlready = new WeakMap<InvocationContent, Buffer>();

/**
 * Packs headers and body: their lengths in four bytes each, the headers as JSON, and the unchanged body. The result is
 * deflated, which reduces a GitHub push to a tenth of its size.
 */
export const packContent = (content: InvocationContent): Buffer => {
  const packed = packedAlready.get(content) ?? pack(content);
  packedAlready.set(content, packed);
  return packed;
};

const pack = ({ headers, body }: InvocationContent): Buffer => {
  const head = Buffer.from(JSON.stringify(headers));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(head.byteLength);
  lengths.writeUInt32BE(body.byteLength, 4);
  return deflated(lengths, Buffer.concat([head, body]));
};

/** Splits packed content into chunks that fit an item. */
export const chunksOf = (packed: Buffer): Uint8Array[] => {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < packed.byteLength; start += CHUNK_BYTES)
    chunks.push(packed.subarray(start, start + CHUNK_BYTES));
  return chunks;
};

/**
 * Reverses {@link packContent}.
 * @returns undefined if a chunk is missing
 */
export const unpackContent = (chunks: Uint8Array[]): InvocationContent | undefined => {
  const whole = inflated(Buffer.concat(chunks));
  if (!whole || whole.byteLength < LENGTHS_BYTES) return undefined;
  const headEnd = LENGTHS_BYTES + whole.readUInt32BE(0);
  if (whole.byteLength !== headEnd + whole.readUInt32BE(4)) return undefined;
  return {
    headers: JSON.parse(whole.subarray(LENGTHS_BYTES, headEnd).toString('utf8')) as Record<string, string>,
    body: whole.subarray(headEnd),
  };
};
