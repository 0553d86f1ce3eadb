import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RichContent } from '../../model/dispatch.ts';

/** Maximum deflated size in bytes. A larger message is stored without its formatting, but always with its text. */
const MAX_BYTES = 65_536;

/** Packs a message's subject and formatting into one attribute, as deflated JSON. */
export const packRich = (rich: RichContent): Uint8Array => {
  const packed = deflateRawSync(JSON.stringify(rich));
  return packed.length <= MAX_BYTES ? packed : deflateRawSync(JSON.stringify({ subject: rich.subject }));
};

/** Reverses {@link packRich}. The content is not checked again, because only this service writes it. */
export const unpackRich = (packed: Uint8Array): RichContent =>
  JSON.parse(inflateRawSync(packed).toString('utf8')) as RichContent;
