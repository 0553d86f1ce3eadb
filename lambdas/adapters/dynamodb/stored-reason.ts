import * as z from 'zod';
import type { DispatchCode } from '#contract/codes';
import type { Reason } from '../../outbound/outcome.ts';

/** A code as it is stored: written by us only, so one of an older or newer version is kept as it is. */
export const storedCode = z.custom<DispatchCode>((value) => typeof value === 'string');

/** A reason as it is stored; a mere text is from before there were codes, and an empty one said nothing. */
export const storedReason: z.ZodType<Reason | undefined> = z.union([
  z.string().transform((text) => (text === '' ? undefined : { code: undefined, text })),
  z.object({ code: storedCode.optional(), text: z.string() }).transform(({ code, text }) => ({ code, text })),
]);
