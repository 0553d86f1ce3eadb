import type { SenderSlug } from '#contract/senders';
import type { OwnScheme } from '../../model/verification.ts';
import type { Scheme } from '../scheme.ts';
import { anySenders } from './any.ts';
import { codeSenders } from './code.ts';
import { messageSenders } from './messages.ts';
import { moneySenders } from './money.ts';
import { workSenders } from './work.ts';

/** The signing methods of all senders, by slug. */
export const senders: Record<Exclude<SenderSlug, keyof typeof anySenders>, Scheme> = {
  ...codeSenders,
  ...moneySenders,
  ...messageSenders,
  ...workSenders,
};

/** A sender's row. */
export const schemeOf = (slug: SenderSlug, own: OwnScheme = {}): Scheme =>
  slug in anySenders ? anySenders[slug as keyof typeof anySenders](own) : senders[slug as keyof typeof senders];

/** Another sender whose signature header a call carries. */
export const otherSignerOf = (headers: Readonly<Record<string, string>>, than: Scheme): Scheme | undefined =>
  Object.values(senders).find(({ signature: { header, prefix = '' }, name }) => {
    const value = header === undefined || header === than.signature.header ? undefined : headers[header];
    return value?.startsWith(prefix) && name !== than.name;
  });
