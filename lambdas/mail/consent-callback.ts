import * as z from 'zod';
import type { CallbackAnswer, CallbackRequest } from '../outbound/callback.ts';
import { sameSecret } from '../platform/same-secret.ts';
import type { ConsentStore } from './consent.ts';
import { linkPage } from './link-page.ts';

const linkToken = z.tuple([z.string().regex(/^[\w-]{43}$/), z.string().regex(/^[\w-]{22}$/)]);

const HEADING = 'Confirmation requests';
const ENDED = 'Done. Tellhook users can no longer send confirmation requests to this address.';
const AGAIN = { label: 'Allow them again', name: 'again', value: 'yes' };

/**
 * Answers `/api/callbacks/consent?t=…`. Opening the link changes nothing, because scanners open links, too. The button
 * does, and so does the POST that email programs send automatically (RFC 8058).
 */
export const consentCallback = async (request: CallbackRequest, store: ConsentStore): Promise<CallbackAnswer> => {
  if (request.path.length > 0) return { status: 404 };
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  const { data: [mailbox, key] = [] } = linkToken.safeParse((request.query.get('t') ?? '').split('.'));
  const consent = mailbox === undefined ? undefined : await store.get(mailbox);
  if (mailbox === undefined || key === undefined || !consent || !sameSecret(key, consent.key))
    return linkPage(410, 'This link is not valid', 'The link is incomplete or has expired.');
  if (request.method !== 'POST')
    return consent.never
      ? linkPage(200, HEADING, ENDED, [AGAIN])
      : linkPage(200, HEADING, 'Stop all confirmation requests to this address?', [{ label: 'Stop requests' }]);
  const never = new URLSearchParams(request.body.toString('utf8')).get(AGAIN.name) !== AGAIN.value;
  await store.setNever(mailbox, never);
  return never
    ? linkPage(200, HEADING, ENDED, [AGAIN])
    : linkPage(200, HEADING, 'Allowed again. You get at most two confirmation requests a month.');
};
