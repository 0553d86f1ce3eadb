import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { linkPage } from './link-page.ts';
import { parseUserLinkToken, userLinkToken } from './link-token.ts';

/** An owner's choice about notices. Links in emails contain `key`, which proves that an email was received. */
interface NoticeChoice {
  key: string;
  stopped: boolean;
}

export interface NoticeChoices {
  get(userId: number): Promise<NoticeChoice | undefined>;
  /** Returns an owner's choice, creating it if necessary. Notices are sent until the owner stops them. */
  begin(userId: number): Promise<NoticeChoice>;
  set(userId: number, stopped: boolean): Promise<void>;
}

/**
 * Returns the link with which an owner turns notices off or on. It never expires, because an email can be read years
 * later.
 */
export const noticesUrl = (appUrl: string, userId: number, key: string): string =>
  `${appUrl}/api/callbacks/notices?t=${userLinkToken(userId, key)}`;

const HEADING = 'Email alerts';
const AGAIN = { label: 'Turn alerts back on', name: 'again', value: 'yes' };
const STOPPED =
  'Done. You’ll no longer get alerts about quotas and targets. You’ll still get emails about your password and payments.';
const WANTED = 'You get an email when you are near or at a quota, and when a target becomes inactive.';

/**
 * Answers `/api/callbacks/notices?t=…`. Opening the link changes nothing, because scanners open links too. Only a POST
 * does, from the page's button or from an email program (one-click unsubscribe, RFC 8058).
 */
export const noticesCallback = async (request: CallbackRequest, choices: NoticeChoices): Promise<CallbackAnswer> => {
  if (request.path.length > 0) return { status: 404 };
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  const token = parseUserLinkToken(request.query.get('t') ?? '');
  const choice = token && (await choices.get(token.userId));
  // An invalid link gets this page too, so it does not reveal whether the account exists.
  if (!token || !choice || !sameSecret(token.key, choice.key)) return linkPage(200, HEADING, STOPPED);
  if (request.method !== 'POST')
    return choice.stopped
      ? linkPage(200, HEADING, STOPPED, [AGAIN])
      : linkPage(200, HEADING, WANTED, [{ label: 'Stop these alerts' }]);
  const stopped = new URLSearchParams(request.body.toString('utf8')).get(AGAIN.name) !== AGAIN.value;
  await choices.set(token.userId, stopped);
  return stopped ? linkPage(200, HEADING, STOPPED, [AGAIN]) : linkPage(200, HEADING, `Alerts are back on. ${WANTED}`);
};
