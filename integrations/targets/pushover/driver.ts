import * as z from 'zod';
import type { Message } from '../../../lambdas/model/message.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { isAnswer, jsonPost } from '../../../lambdas/platform/outbound/outbound.ts';
import { networkOutcome } from '../../../lambdas/targets/provider-answer.ts';
import type { Driver, OnboardingResult } from '../../../lambdas/targets/target-kind.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { includesLink } from '../../../lambdas/templates/rich/title-link.ts';
import { headOf, type RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { classify } from './classify.ts';
import { KEY, WRONG_KEY } from './keys.ts';

const ENDPOINT = 'https://api.pushover.net/1/messages.json';
const HOSTS = ['api.pushover.net'];
/** Limits in characters (pushover.net/api, "Limitations"). */
const MAX_MESSAGE = 1024;
const MAX_TITLE = 250;
const MAX_URL = 512;
/**
 * −1 makes no sound or vibration. 1 sounds even in the user's quiet hours. 2, which is unused, repeats until it is
 * acknowledged.
 */
const QUIET = -1;
const HIGH = 1;

const key = z.string().trim().regex(KEY, WRONG_KEY);
const schema = z.object({ user: key, token: key });

/** Parses the options and returns the data to store. Pushover requires that user keys are kept private, like tokens. */
const stored = (sent: Record<string, unknown>): OnboardingResult => {
  const parsed = schema.safeParse(sent);
  if (!parsed.success)
    throw new AppError('target-options-wrong', 'The target’s options are invalid', {
      fields: parsed.error.issues.map(({ path, message }) => ({ path: ['options', ...path].join('.'), message })),
    });
  const { user, token } = parsed.data;
  return { status: 'active', options: { user: '***', token: '***' }, secrets: { user, token } };
};

const line = (text: string): string =>
  Array.from(text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, MAX_TITLE)
    .join('')
    .toWellFormed();

/** Returns the text below the title. It contains the title's link, because Pushover turns URLs in texts into links. */
const bodyOf = ({ title, link, ...rest }: RichMessage): string => {
  const text = plainOf(rest);
  if (!title || link === undefined || includesLink(text.split('\n'), link)) return text;
  return text === '' ? link : `${text}\n${link}`;
};

/** Converts a message to a notification. Its text is plain, so nothing in it can become markup. */
const notification = ({ text, webhookName, link, part, parts, silent, rich }: Message) => {
  const named = rich?.title && line(headOf(rich));
  const said = rich && bodyOf(rich);
  const titled = named && said ? { title: named, message: said } : undefined;
  const title = titled?.title ?? (text.startsWith(webhookName) ? '' : line(webhookName));
  const priority = silent ? QUIET : rich?.severity === 'critical' ? HIGH : undefined;
  const url = part === parts && link !== '' && link.length <= MAX_URL ? link : '';
  return {
    message: (titled?.message ?? text).toWellFormed(),
    ...(title !== '' && { title }),
    ...(priority !== undefined && { priority }),
    ...(url !== '' && { url, url_title: 'Open in Tellhook' }),
  };
};

export const driver: Driver = {
  fitsRich: (part) => bodyOf(part).length <= MAX_MESSAGE && plainOf(part).length <= MAX_MESSAGE,
  begin: async (sent) => stored(sent),
  change: async (sent, { secrets }) =>
    sent.user === undefined && sent.token === undefined ? undefined : stored({ ...secrets, ...sent }),
  deliver: async (message, { secrets: { user, token } }, { http, clock }) => {
    const result = await http.send(jsonPost(ENDPOINT, { token, user, ...notification(message) }, HOSTS));
    return isAnswer(result) ? classify(result, clock()) : networkOutcome(result, 'Pushover');
  },
};
