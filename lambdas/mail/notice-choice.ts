import type { NoticeEvent } from '#contract/states';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import { sameSecret } from '../platform/same-secret.ts';
import { linkPage } from './link-page.ts';
import { parseUserLinkToken, userLinkToken } from './link-token.ts';

/** The recipients of an owner's notices. Links in emails contain `key`, which proves that an email was received. */
export interface NoticeChoice {
  key: string;
  /** `fallback`: an email is sent only if a target cannot receive a notice. `never`: not even then. */
  email: 'always' | 'fallback' | 'never';
  /** Targets that get notices as messages. */
  targetIds: number[];
  /** Events without notices. */
  mutedEvents: NoticeEvent[];
}

/** The choice of an owner who has not chosen. */
export const DEFAULT_RECIPIENTS: Omit<NoticeChoice, 'key'> = { email: 'always', targetIds: [], mutedEvents: [] };

export interface NoticeChoices {
  get(userId: number): Promise<NoticeChoice | undefined>;
  /** Returns an owner's choice, creating the default if necessary. */
  begin(userId: number): Promise<NoticeChoice>;
  set(userId: number, change: Partial<Omit<NoticeChoice, 'key'>>): Promise<void>;
}

/** Removes a deleted target from the recipients. If it was the only one, notices are emailed again. */
export const dropNoticeTarget = async (
  userId: number,
  targetId: number,
  choices: Pick<NoticeChoices, 'get' | 'set'>,
): Promise<void> => {
  const choice = await choices.get(userId);
  if (!choice?.targetIds.includes(targetId)) return;
  const targetIds = choice.targetIds.filter((id) => id !== targetId);
  const isAlone = choice.email === 'fallback' && targetIds.length === 0;
  await choices.set(userId, { targetIds, ...(isAlone && { email: 'always' }) });
};

/**
 * Returns the link with which an owner turns notices off or on. It never expires, because an email can be read years
 * later.
 */
export const noticesUrl = (appUrl: string, userId: number, key: string): string =>
  `${appUrl}/api/callbacks/notices?t=${userLinkToken(userId, key)}`;

const HEADING = 'Email alerts';
const AGAIN = { label: 'Turn alerts back on', name: 'again', value: 'yes' };
const STOPPED =
  'Done. You’ll no longer get emails about quotas, messages, targets and silent webhooks. You’ll still get emails about your password and payments.';
const WANTED = 'You get an email about your quota and storage, failed messages, failing targets and silence alarms.';

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
    return choice.email === 'never'
      ? linkPage(200, HEADING, STOPPED, [AGAIN])
      : linkPage(200, HEADING, WANTED, [{ label: 'Stop these alerts' }]);
  const stopped = new URLSearchParams(request.body.toString('utf8')).get(AGAIN.name) !== AGAIN.value;
  await choices.set(token.userId, { email: stopped ? 'never' : 'always' });
  return stopped ? linkPage(200, HEADING, STOPPED, [AGAIN]) : linkPage(200, HEADING, `Alerts are back on. ${WANTED}`);
};
