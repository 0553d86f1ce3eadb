import type { SenderSlug } from '#contract/senders';
import type { OwnScheme } from '../../model/verification.ts';
import type { Scheme } from '../scheme.ts';
import { anySenders } from './any.ts';
import { schemeFrom } from './shapes.ts';
import { signatures } from './signatures.gen.ts';

/** Returns a service's signing method. */
export const schemeOf = (slug: SenderSlug, own: OwnScheme = {}): Scheme =>
  slug in anySenders
    ? anySenders[slug as keyof typeof anySenders](own)
    : schemeFrom(signatures[slug as keyof typeof signatures]);

/** Finds another service whose signature header is in the call. */
export const otherSignerOf = (headers: Readonly<Record<string, string>>, than: Scheme): Scheme | undefined =>
  Object.values(signatures)
    .map(schemeFrom)
    .find(({ signature: { header, prefix = '' }, name }) => {
      const value = header === undefined || header === than.signature.header ? undefined : headers[header];
      return value?.startsWith(prefix) && name !== than.name;
    });
