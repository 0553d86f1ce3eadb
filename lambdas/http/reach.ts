import type { RouteShape } from '#contract/routes';
import { type Missing, notFound } from '../platform/errors.ts';
import { parseInvocationId } from '../platform/ids.ts';
import { isWithin, type Reach } from '../platform/reach.ts';

/**
 * Object names for "not found" errors, by path prefix. They must match those of the handlers, so the errors look the
 * same.
 */
const things: Record<string, Missing> = {
  webhook: 'Webhook',
  invocation: 'Invocation',
  dispatch: 'Invocation',
  rejection: 'Rejected call',
  sample: 'Sample',
};

/** Returns the webhook id for an id in a path: the id itself, or the webhook id in a call id. */
const webhookOf = (id: unknown): number | undefined => {
  if (typeof id === 'number') return id;
  return typeof id === 'string' ? parseInvocationId(id.split('-')[0] ?? '')?.webhookId : undefined;
};

/**
 * Limits a restricted key to its webhooks, on routes without `boundKeys`. Other webhooks are treated as if they did not
 * exist.
 * @throws AppError('not-found')
 */
export const assertInScope = (
  { path, boundKeys }: RouteShape,
  params: { id?: unknown } | undefined,
  reach: Reach,
): void => {
  if (reach === undefined || boundKeys !== undefined) return;
  const webhookId = webhookOf(params?.id);
  if (webhookId === undefined || !isWithin(reach, webhookId))
    throw notFound(things[path.split('/')[1] ?? ''] ?? 'Thing');
};
