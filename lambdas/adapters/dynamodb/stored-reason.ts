import * as z from 'zod';
import type { DispatchCode } from '#contract/codes';
import type { Reason } from '../../outbound/outcome.ts';

/** A stored code: written by us only, so codes of older or newer versions are kept unchanged. */
export const storedCode = z.custom<DispatchCode>((value) => typeof value === 'string');

/** A stored reason; a mere text was stored before there were codes, and an empty one has no content. */
export const storedReason: z.ZodType<Reason | undefined> = z.union([
  z.string().transform((text) => (text === '' ? undefined : { code: undefined, text })),
  z.object({ code: storedCode.optional(), text: z.string() }).transform(({ code, text }) => ({ code, text })),
]);
