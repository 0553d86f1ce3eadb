import type { RouteShape } from '#contract/routes';
import { type Missing, notFound } from '../platform/errors.ts';
import { parseInvocationId } from '../platform/ids.ts';
import { isWithin, type Reach } from '../platform/reach.ts';

/** Names of missing objects, by path prefix. The handlers use the same names. */
const things: Record<string, Missing> = {
  webhook: 'Webhook',
  invocation: 'Invocation',
  dispatch: 'Invocation',
  rejection: 'Rejected call',
  sample: 'Sample',
};

/** The webhook of an id in a path: a webhook's id, or a call's id, which contains it. */
const webhookOf = (id: unknown): number | undefined => {
  if (typeof id === 'number') return id;
  return typeof id === 'string' ? parseInvocationId(id.split('-')[0] ?? '')?.webhookId : undefined;
};

/**
 * Limits a restricted key to its webhooks, on routes without `boundKeys`. Other webhooks are treated like ones that do
 * not exist, after the same parsing of the input.
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
