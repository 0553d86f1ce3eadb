import type { RouteShape } from '#contract/routes';
import { type Missing, notFound } from '../platform/errors.ts';
import { parseInvocationId } from '../platform/ids.ts';
import { isWithin, type Reach } from '../platform/reach.ts';

/** The handlers' names for a missing thing, by the beginning of its path. */
const things: Record<string, Missing> = {
  webhook: 'Webhook',
  invocation: 'Invocation',
  dispatch: 'Invocation',
  rejection: 'Rejected call',
  sample: 'Sample',
};

/** The webhook of an id in a path: the webhook's own id, or a call's id, which contains it. */
const webhookOf = (id: unknown): number | undefined => {
  if (typeof id === 'number') return id;
  return typeof id === 'string' ? parseInvocationId(id.split('-')[0] ?? '')?.webhookId : undefined;
};

/**
 * Lets a bound key through only to its own webhooks, on routes whose column `boundKeys` is missing. What belongs to others is
 * answered as what does not exist is, after the input was parsed as for that.
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
