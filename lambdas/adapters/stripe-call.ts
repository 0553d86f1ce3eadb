import * as z from 'zod';
import { PaymentError } from '../billing/ports.ts';
import { isAnswer, type OutboundHttp } from '../platform/outbound/outbound.ts';
import { parseJson } from '../platform/parse-json.ts';

/** The Stripe API version. Since 2025-03-31, the period is a field of the subscription's items. */
export const STRIPE_VERSION = '2026-10-28.endive';

const errorShape = z.object({ error: z.object({ code: z.string().optional(), type: z.string().optional() }) });

/** The fields of a request. A list becomes a repeated field. */
type StripeForm = Readonly<Record<string, string | readonly string[]>>;

/**
 * Sends a request and resolves to the JSON of the response.
 * @throws PaymentError
 */
export type StripeCall = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  form?: StripeForm,
  idempotencyKey?: string,
) => Promise<unknown>;

const encoded = (form: StripeForm): string =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map((each): [string, string] => [name, each]),
    ),
  ).toString();

/** Creates a function that sends requests to Stripe's API with one key. https://docs.stripe.com/api */
export const stripeCaller =
  (http: OutboundHttp, secretKey: string): StripeCall =>
  async (method, path, form, idempotencyKey) => {
    const body = form && encoded(form);
    const result = await http.send({
      method,
      url: `https://api.stripe.com/v1/${path}`,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': STRIPE_VERSION,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      allow: { hosts: ['api.stripe.com'], ports: 'default' },
    });
    if (!isAnswer(result)) throw new PaymentError('unavailable', `${method} ${path}: ${result.detail}`);
    const answer = parseJson(result.body);
    if (result.status >= 200 && result.status < 300) return answer;
    const { code, type } = errorShape.safeParse(answer).data?.error ?? {};
    const words = `${method} ${path}: ${result.status} ${code ?? type ?? ''}`.trim();
    if (result.status === 404 || code === 'resource_missing') throw new PaymentError('missing', words);
    throw new PaymentError(
      result.status >= 500 || [409, 429].includes(result.status) ? 'unavailable' : 'refused',
      words,
    );
  };

/**
 * Parses a response.
 * @throws PaymentError if it does not match the documentation
 */
export const readStripe = <Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> => {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new PaymentError('unavailable', `an answer that is not as documented: ${z.prettifyError(parsed.error)}`);
};

/** Resolves to undefined if the requested object does not exist. */
export const ignoreNotFound = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => {
    if (error instanceof PaymentError && error.kind === 'missing') return undefined;
    throw error;
  });
