import * as z from 'zod';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import { sameSecret } from '../platform/same-secret.ts';
import type { ConsentStore } from './consent.ts';
import { linkPage } from './link-page.ts';

const linkToken = z.tuple([z.string().regex(/^[\w-]{43}$/), z.string().regex(/^[\w-]{22}$/)]);

const HEADING = 'Confirmation requests';
const ENDED = 'Done. Tellhook users can no longer send confirmation requests to this address.';
const AGAIN = { label: 'Allow requests again', name: 'again', value: 'yes' };

/**
 * Answers `/api/callbacks/consent?t=…`. Opening the link changes nothing, because scanners open links too. Only a POST
 * does, from the page's button or from an email program (one-click unsubscribe, RFC 8058).
 */
export const consentCallback = async (request: CallbackRequest, store: ConsentStore): Promise<CallbackAnswer> => {
  if (request.path.length > 0) return { status: 404 };
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  const { data: [mailbox, key] = [] } = linkToken.safeParse((request.query.get('t') ?? '').split('.'));
  const consent = mailbox === undefined ? undefined : await store.get(mailbox);
  if (mailbox === undefined || key === undefined || !consent || !sameSecret(key, consent.key))
    return linkPage(
      410,
      'This link is not valid',
      'The link is incomplete or has expired. Open the whole link from the latest email.',
    );
  if (request.method !== 'POST')
    return consent.never
      ? linkPage(200, HEADING, ENDED, [AGAIN])
      : linkPage(200, HEADING, 'Stop all confirmation requests to this address?', [{ label: 'Stop requests' }]);
  const never = new URLSearchParams(request.body.toString('utf8')).get(AGAIN.name) !== AGAIN.value;
  await store.setNever(mailbox, never);
  return never
    ? linkPage(200, HEADING, ENDED, [AGAIN])
    : linkPage(200, HEADING, 'Confirmation requests are allowed again. You’ll get at most two in 30 days.');
};
