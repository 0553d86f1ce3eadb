import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { InvocationContent } from '../../invocations/invocation.ts';
import { CONTENT_DICTIONARY } from './content-dictionary.ts';

/** Below the 400 KB limit of an item, with room for keys and attributes. */
const CHUNK_BYTES = 380_000;

/** More than the largest accepted body and the gateway's header limit together; a stored bomb cannot inflate past it. */
const MAX_INFLATED_BYTES = 2_000_000;

const LENGTHS_BYTES = 8;

/**
 * The first byte of what was packed with the dictionary. No plain deflated stream begins like that (it would be a block
 * of the reserved type, RFC 1951, 3.2.3), so that calls which were stored before there was a dictionary are known.
 */
const WITH_DICTIONARY = Buffer.from([0b110]);

/** Large bodies say enough to be their own dictionary, and time grows with them. */
const LARGE_BYTES = 65_536;

const deflated = (whole: Buffer): Buffer =>
  Buffer.concat([
    WITH_DICTIONARY,
    deflateRawSync(whole, { level: whole.byteLength > LARGE_BYTES ? 1 : 6, dictionary: CONTENT_DICTIONARY }),
  ]);

/** undefined when this is not a whole deflated stream. */
const inflated = (packed: Buffer): Buffer | undefined => {
  const plain = packed[0] !== WITH_DICTIONARY[0];
  try {
    return plain
      ? inflateRawSync(packed, { maxOutputLength: MAX_INFLATED_BYTES })
      : inflateRawSync(packed.subarray(1), { maxOutputLength: MAX_INFLATED_BYTES, dictionary: CONTENT_DICTIONARY });
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) return undefined;
    throw error;
  }
};

/** Contents that were packed lately, since the same one goes into the table and into messages. */
const packedAlready = new WeakMap<InvocationContent, Buffer>();

/**
 * Packs headers and body: their lengths in four bytes each, headers as JSON, body as it came, all deflated
 * (a GitHub push shrinks to a ninth).
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
  return deflated(Buffer.concat([lengths, head, body]));
};

/** Cuts packed content into pieces that fit an item. */
export const chunksOf = (packed: Buffer): Uint8Array[] => {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < packed.byteLength; start += CHUNK_BYTES)
    chunks.push(packed.subarray(start, start + CHUNK_BYTES));
  return chunks;
};

/** Undoes {@link packContent}. @returns undefined when a piece is missing. */
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
