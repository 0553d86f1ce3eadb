import * as z from 'zod';
import type { DispatchCode } from '#contract/codes';
import type { Reason } from '../../outbound/outcome.ts';

/**
 * A stored code. Only this service writes codes, so an unknown one comes from another version and is kept unchanged.
 */
export const storedCode = z.custom<DispatchCode>((value) => typeof value === 'string');

/** A stored reason. Plain text was stored before codes existed, and an empty text means none. */
export const storedReason: z.ZodType<Reason | undefined> = z.union([
  z.string().transform((text) => (text === '' ? undefined : { code: undefined, text })),
  z.object({ code: storedCode.optional(), text: z.string() }).transform(({ code, text }) => ({ code, text })),
]);
