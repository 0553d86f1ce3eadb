import * as z from 'zod';

/** The wire's way to say "never": a date that no event can have. */
export const NEVER = '0001-01-01T00:00:00Z';

/** Numeric ids (users, webhooks, targets): whole, positive, below 2^53. */
export const numericId = z.int().positive();

/** A numeric id in a path: digits only, so that `1e3`, `0x1` and ` 1` are refused rather than guessed. */
export const numericIdInPath = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be a whole number')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be below 2^53');

/** RFC 3339, UTC, milliseconds; or {@link NEVER}. */
export const timestamp = z.string();

/** A whole number in a query: digits only, for the same reason. A client may hand it in as a number. */
const numberInQuery = (from: number, to: number) =>
  z
    .union([
      z
        .string()
        .regex(/^\d{1,6}$/, 'must be a whole number')
        .transform(Number),
      z.int(),
    ])
    .pipe(z.int().min(from).max(to));

/** `offset` and `limit` as the specification has them; `cursor` continues a listing at the same cost however deep. */
export const paging = z.object({
  offset: numberInQuery(0, 10_000).default(0),
  limit: numberInQuery(1, 100).default(50),
  cursor: z.string().max(512).optional(),
});
export type Paging = z.infer<typeof paging>;

/** RFC 9457 problem details; `instance` is the request id, `errors` names each wrong field. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problem>;
