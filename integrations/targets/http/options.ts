import * as z from 'zod';
import { whyNoReceiver } from '../../../lambdas/outbound/receivers.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';

/**
 * Headers that we or the connection set. A custom header must not change how the request is framed, routed or signed.
 */
const RESERVED =
  /^(?:host|tellhook-.*|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|user-agent|webhook-.*|x-forwarded-.*|forwarded)$/i;

const urlSchema = (ownHosts: readonly string[]) =>
  z
    .string()
    .max(2048, 'must have at most 2048 characters')
    .superRefine((text, { addIssue }) => {
      const reason = whyNoReceiver(text, ownHosts);
      if (reason) addIssue({ code: 'custom', message: `cannot be used: ${reason}` });
    });

const headers = z
  .record(
    z
      .string()
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'is not a valid header name')
      .refine((name) => !RESERVED.test(name), 'is set by Tellhook and can’t be changed'),
    z.string().regex(/^[\t\x20-\x7e]{0,1024}$/, 'must contain only printable ASCII characters'),
  )
  .refine((all) => Object.keys(all).length <= 10, 'must have at most 10 entries');

const schema = (ownHosts: readonly string[]) => z.object({ url: urlSchema(ownHosts), headers: headers.default({}) });

/**
 * Parses the URL and the custom headers.
 * @param ownHosts host names of this service
 * @throws AppError('target-options-wrong') with the invalid options
 */
export const parseOptions = (
  sent: Record<string, unknown>,
  ownHosts: readonly string[],
): z.infer<ReturnType<typeof schema>> => {
  const parsed = schema(ownHosts).safeParse(sent);
  if (parsed.success) return parsed.data;
  throw new AppError('target-options-wrong', 'The target’s options are invalid', {
    fields: parsed.error.issues.map(({ path, message }) => ({ path: ['options', ...path].join('.'), message })),
  });
};

/** Masks a URL. Path and query can contain a credential, so only the host and the last characters are shown. */
export const maskedUrl = (text: string): string => {
  const { origin, pathname, search } = new URL(text);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…${search ? '?***' : pathname.slice(-4)}`;
};
