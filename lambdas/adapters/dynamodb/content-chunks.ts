import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { InvocationContent } from '../../invocations/invocation.ts';

/** Below the 400 KB limit of an item, with room for keys and attributes. */
const CHUNK_BYTES = 380_000;

/** More than the largest accepted body and the gateway's header limit together; a stored bomb cannot inflate past it. */
const MAX_INFLATED_BYTES = 2_000_000;

const LENGTHS_BYTES = 8;

/** undefined when this is not a whole deflated stream. */
const inflated = (packed: Buffer): Buffer | undefined => {
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) return undefined;
    throw error;
  }
};

/**
 * Packs headers and body for storage: their lengths in four bytes each, headers as JSON, body as it came, all deflated
 * (a GitHub push shrinks to a fifth), cut into pieces that fit an item.
 */
export const packContent = ({ headers, body }: InvocationContent): Uint8Array[] => {
  const head = Buffer.from(JSON.stringify(headers));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(head.byteLength);
  lengths.writeUInt32BE(body.byteLength, 4);
  const packed = deflateRawSync(Buffer.concat([lengths, head, body]), { level: 1 });
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
