import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RichContent } from '../../model/dispatch.ts';

/** Deflated bytes beyond which the message is not kept with its looks; its text is there anyway. */
const MAX_BYTES = 65_536;

/** Subject and looks of a message as one small attribute: JSON, deflated. */
export const packRich = (rich: RichContent): Uint8Array => {
  const packed = deflateRawSync(JSON.stringify(rich));
  return packed.length <= MAX_BYTES ? packed : deflateRawSync(JSON.stringify({ subject: rich.subject }));
};

/** What {@link packRich} made: our own writing, so its shape is not checked again. */
export const unpackRich = (packed: Uint8Array): RichContent =>
  JSON.parse(inflateRawSync(packed).toString('utf8')) as RichContent;
