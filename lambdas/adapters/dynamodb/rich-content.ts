import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RichContent } from '../../model/dispatch.ts';

/** Deflated bytes beyond which a message is stored without its formatting; its text is always stored. */
const MAX_BYTES = 65_536;

/** A message's subject and formatting as one small attribute: JSON, deflated. */
export const packRich = (rich: RichContent): Uint8Array => {
  const packed = deflateRawSync(JSON.stringify(rich));
  return packed.length <= MAX_BYTES ? packed : deflateRawSync(JSON.stringify({ subject: rich.subject }));
};

/** Packed by {@link packRich}: we wrote it, so its shape is not checked again. */
export const unpackRich = (packed: Uint8Array): RichContent =>
  JSON.parse(inflateRawSync(packed).toString('utf8')) as RichContent;
