import * as z from 'zod';
import { limitUnit } from '#contract/states';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { whyNoReceiver } from '../../../lambdas/platform/outbound/receivers.ts';

/**
 * Headers that we or the connection set. A custom header must not change how the request is framed, routed or signed.
 */
const RESERVED =
  /^(?:host|tellhook-.*|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|user-agent|webhook-.*|x-forwarded-.*|forwarded)$/i;

const MAX_BODY_TEMPLATE = 16_384;
/** A shorter limit could be filled by the part numbers. */
const SHORTEST_LIMIT = 40;
const LONGEST_LIMIT = 100_000;

const urlSchema = (ownHosts: readonly string[]) =>
  z
    .string()
    .max(2048, 'must have at most 2048 characters')
    .superRefine((text, { addIssue }) => {
      const reason = whyNoReceiver(text, ownHosts);
      if (reason) addIssue({ code: 'custom', message: `cannot be used: ${reason}` });
    });

const atMostTen = (all: Record<string, string>) => Object.keys(all).length <= 10;

const headers = z
  .record(
    z
      .string()
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'is not a valid header name')
      .refine((name) => !RESERVED.test(name), 'is set by Tellhook and can’t be changed'),
    z.string().regex(/^[\t\x20-\x7e]{0,1024}$/, 'must contain only printable ASCII characters'),
  )
  .refine(atMostTen, 'must have at most 10 entries');

const values = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must have lower-case letters, digits and underscores'),
    z.string().max(1024, 'must have at most 1024 characters'),
  )
  .refine(atMostTen, 'must have at most 10 entries');

/** The options for the request and its response. They are stored and shown unchanged. */
const plainOptions = z.object({
  method: z.enum(['POST', 'PUT'], 'must be POST or PUT'),
  body_template: z
    .string()
    .min(1, 'must not be empty')
    .max(MAX_BODY_TEMPLATE, `must have at most ${MAX_BODY_TEMPLATE} characters`),
  content_type: z
    .string()
    .regex(/^[\w.+-]{1,64}\/[\w.+-]{1,64}(?:; ?[\w-]{1,20}=[\w."-]{1,40})?$/, 'is not a content type'),
  success: z
    .array(z.number().int().min(200, 'must be from 200 to 599').max(599, 'must be from 200 to 599'))
    .min(1, 'must name at least one status code')
    .max(20, 'must have at most 20 entries'),
  rejected: z
    .array(z.number().int().min(400, 'must be from 400 to 599').max(599, 'must be from 400 to 599'))
    .min(1, 'must name at least one status code')
    .max(20, 'must have at most 20 entries'),
  success_text: z.string().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
  limit: z.object({
    max: z
      .number()
      .int('must be a whole number')
      .min(SHORTEST_LIMIT, `must be from ${SHORTEST_LIMIT} to ${LONGEST_LIMIT}`)
      .max(LONGEST_LIMIT, `must be from ${SHORTEST_LIMIT} to ${LONGEST_LIMIT}`),
    counted: limitUnit.default('utf16'),
  }),
});
export type PlainOptions = Partial<z.infer<typeof plainOptions>>;
const plainNames = plainOptions.keyof().options;

const schema = (ownHosts: readonly string[]) =>
  z.object({
    url: urlSchema(ownHosts),
    headers: headers.default({}),
    values: values.default({}),
    ...Object.fromEntries(Object.entries(plainOptions.shape).map(([name, each]) => [name, each.nullish()])),
  });

/** The options of an `http` target, as its owner writes them. */
export interface HttpOptions {
  url: string;
  headers: Record<string, string>;
  values: Record<string, string>;
  plain: PlainOptions;
}

/** True for the name of an option that an owner can change. */
export const isOption = (name: string): boolean => ['url', 'headers', 'values', ...plainNames].includes(name);

/** The options among a target's that are stored unchanged. */
export const plainOf = (options: Record<string, unknown>): PlainOptions =>
  Object.fromEntries(
    plainNames.flatMap((name) =>
      options[name] === undefined || options[name] === null ? [] : [[name, options[name]]],
    ),
  );

/**
 * Parses the options. `null` removes one.
 * @param ownHosts host names of this service
 * @throws AppError('target-options-wrong') with the invalid options
 */
export const parseOptions = (sent: Record<string, unknown>, ownHosts: readonly string[]): HttpOptions => {
  const parsed = schema(ownHosts).safeParse(sent);
  if (parsed.success) {
    const { url, headers: ownHeaders, values: ownValues, ...rest } = parsed.data;
    return { url, headers: ownHeaders, values: ownValues, plain: plainOf(rest) };
  }
  throw wrongOptions(parsed.error.issues);
};

/** The error for invalid options, with the message of each. */
export const wrongOptions = (
  issues: (Pick<z.core.$ZodIssue, 'path' | 'message'> & { issues?: z.core.$ZodIssue[] })[],
): AppError =>
  new AppError('target-options-wrong', 'The target’s options are invalid', {
    // An invalid name in a record has its own message inside.
    fields: issues.map(({ path, message, issues: [inner] = [] }) => ({
      path: ['options', ...path].join('.'),
      message: inner?.message ?? message,
    })),
  });

/** Masks a URL. Path and query can contain a credential, so only the host and the last characters are shown. */
export const maskedUrl = (text: string): string => {
  const { origin, pathname, search } = new URL(text);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…${search ? '?***' : pathname.slice(-4)}`;
};
