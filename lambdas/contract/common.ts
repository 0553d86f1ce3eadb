import * as z from 'zod';
import { deliveryCodes, problemCauses, type RefusalCode, refusalCodes, templateCodeLetters } from './codes.ts';

/** A user's, webhook's or target's id: a positive integer below 2^53. */
export const numericId = z.int().positive();

/** A numeric id in a path. Only digits are accepted, so `1e3`, `0x1` and ` 1` are rejected. */
export const numericIdInPath = z
  .string()
  .max(16)
  .regex(/^[1-9]\d{0,15}$/, 'must be a whole number')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be below 2^53');

/** A time in RFC 3339 format, in UTC with milliseconds; or `NEVER`. */
export const timestamp = z.iso.datetime().max(30);

/** A non-negative integer. */
export const count = z.int().min(0);

/** Text for people: a name, a reason, a hint. */
export const words = z.string().max(2000);

/** The stable code of a text about a delivery: its cause, or a template error. */
export const dispatchCode = z
  .union([z.enum(deliveryCodes), z.templateLiteral([z.enum(templateCodeLetters), z.int()])])
  .describe(
    'The stable code of the cause. Each code has a heading on the documentation’s troubleshooting page. A letter followed by a number is a template error. Missing in items stored before codes existed. New codes may be added.',
  );

/** Maximum length of a rendered text. A readable rendering of a 1 MiB body can be longer than the body. */
export const MAX_RENDERED = 2_097_152;

/** A short name that machines read: a code, a slug, a media type. */
export const shortName = z.string().max(255);

/**
 * Creates the schema for a whole number in a query. As in {@link numericIdInPath}, only digits are accepted. Clients
 * can pass a number.
 */
const numberInQuery = (from: number, to: number) => {
  const wrong = `must be a whole number from ${from} to ${to}`;
  return z
    .union(
      [
        z
          .string()
          .regex(/^\d{1,6}$/)
          .transform(Number),
        z.int(),
      ],
      wrong,
    )
    .pipe(z.int().min(from, wrong).max(to, wrong));
};

/** `offset` and `limit` as in the specification. `cursor` continues a list, and costs the same for every page. */
export const paging = z.object({
  offset: numberInQuery(0, 10_000).default(0),
  limit: numberInQuery(1, 100).default(50),
  cursor: z.string().max(512).optional(),
});

/** The stable code of a rejection. */
export const refusalCode = z.enum(Object.keys(refusalCodes) as RefusalCode[]);

/** RFC 9457 problem details; `instance` is the request id, `errors` names each wrong field. */
export const problem = z.object({
  type: shortName.describe('Machine-readable error type: `urn:tellhook:error:<code>`.'),
  code: z
    .enum(problemCauses)
    .describe('The cause, which is more specific than `type` and equally stable. New codes may be added to a type.'),
  title: shortName.describe('The problem type in words; the same for all problems of a type.'),
  status: z.int().min(400).max(599).describe('The HTTP status code.'),
  detail: words.describe('An explanation of the problem with this request.'),
  instance: shortName.describe('The request’s ID. Quote this ID when you contact us.'),
  errors: z
    .array(
      z.object({
        path: words.describe('The path of the field, separated by dots. Empty for the whole input.'),
        message: words,
        code: refusalCode.optional(),
      }),
    )
    .max(20)
    .optional()
    .describe('The invalid fields, at most 20.'),
});
export type Problem = z.infer<typeof problem>;

/** The response of `GET /openapi.json`: an OpenAPI 3.1 document. */
export const openApi = z.looseObject({ openapi: z.literal('3.1.0') });
