import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RichContent } from '../../model/dispatch.ts';

/** Size in deflated bytes beyond which a message is stored without its formatting. Its text is always stored. */
const MAX_BYTES = 65_536;

/** A message's subject and formatting in one small attribute: deflated JSON. */
export const packRich = (rich: RichContent): Uint8Array => {
  const packed = deflateRawSync(JSON.stringify(rich));
  return packed.length <= MAX_BYTES ? packed : deflateRawSync(JSON.stringify({ subject: rich.subject }));
};

/** Written by {@link packRich}, so its shape is not checked again. */
export const unpackRich = (packed: Uint8Array): RichContent =>
  JSON.parse(inflateRawSync(packed).toString('utf8')) as RichContent;
