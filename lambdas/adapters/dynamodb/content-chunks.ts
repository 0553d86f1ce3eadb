import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { InvocationContent } from '../../invocations/invocation.ts';

/** Below the 400 KB limit of an item, with room for keys and attributes. */
const CHUNK_BYTES = 380_000;

/** More than the largest accepted body and the gateway's header limit together; a stored bomb cannot inflate past it. */
const MAX_INFLATED_BYTES = 2_000_000;

/**
 * Packs headers and body for storage: four bytes of header length, headers as JSON, body as it came, all deflated
 * (a GitHub push shrinks to a fifth), cut into pieces that fit an item.
 */
export const packContent = ({ headers, body }: InvocationContent): Uint8Array[] => {
  const head = Buffer.from(JSON.stringify(headers));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.byteLength);
  const packed = deflateRawSync(Buffer.concat([length, head, body]), { level: 1 });
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < packed.byteLength; start += CHUNK_BYTES)
    chunks.push(packed.subarray(start, start + CHUNK_BYTES));
  return chunks;
};

/** Undoes {@link packContent}. */
export const unpackContent = (chunks: Uint8Array[]): InvocationContent => {
  const whole = inflateRawSync(Buffer.concat(chunks), { maxOutputLength: MAX_INFLATED_BYTES });
  const headEnd = 4 + whole.readUInt32BE(0);
  return {
    headers: JSON.parse(whole.subarray(4, headEnd).toString('utf8')) as Record<string, string>,
    body: whole.subarray(headEnd),
  };
};
