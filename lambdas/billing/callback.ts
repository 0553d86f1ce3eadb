import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import type { Billing } from './billing.ts';

/**
 * Responds to `/api/callbacks/stripe`. Stripe does not resend an event after a 2xx, which means that the event was
 * processed or is irrelevant.
 */
export const billingCallback = async (
  { method, path, headers, body }: CallbackRequest,
  billing: Pick<Billing, 'handleEvent'>,
): Promise<CallbackAnswer> => {
  if (path.length > 0) return { status: 404 };
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  switch (await billing.handleEvent(body, headers['stripe-signature'])) {
    case undefined:
      return { status: 404 };
    case 'refused':
      return { status: 400 };
    case 'done':
    case 'repeated':
    case 'ignored':
      return { status: 204 };
  }
};
