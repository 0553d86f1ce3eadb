import * as z from 'zod';
import type { DispatchCode } from '#contract/codes';
import type { Reason } from '../../platform/outbound/outcome.ts';

/** Parses a stored code. An unknown code comes from another version of this service and is kept. */
export const storedCode = z.custom<DispatchCode>((value) => typeof value === 'string');

/**
 * Parses a stored reason. Before codes existed, only the text was stored, and an empty text meant that there was no
 * reason.
 */
export const storedReason: z.ZodType<Reason | undefined> = z.union([
  z.string().transform((text) => (text === '' ? undefined : { code: undefined, text })),
  z.object({ code: storedCode.optional(), text: z.string() }).transform(({ code, text }) => ({ code, text })),
]);
