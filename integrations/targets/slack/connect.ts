import * as z from 'zod';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { type HttpAnswer, type HttpFailure, isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { STATE_SECONDS } from '../../../lambdas/targets/browser-state.ts';
import type { CallbackContext } from '../../../lambdas/targets/callback.ts';
import type { BeginContext } from '../../../lambdas/targets/target-kind.ts';
import { appOf } from './credentials.ts';

/** The app's scopes: a webhook for the chosen channel, and messages as the app's bot, which can be changed. */
export const SCOPES = ['incoming-webhook', 'chat:write', 'chat:write.public'];

export const STATE = 'state';
/** Returns the redirect URL. It must be the same in both steps of the setup, and registered with the app. */
export const redirectUri = (appUrl: string) => `${appUrl}/api/callbacks/slack`;

/**
 * Returns the Slack page on which the owner picks a workspace and channel, with a single-use state for this target and
 * owner.
 */
export const authorization = async (context: BeginContext): Promise<{ AuthUrl: string; expires_at: string }> => {
  const url = new URL(context.links.slackAuthorize ?? 'https://slack.com/oauth/v2/authorize');
  url.searchParams.set('client_id', appOf(context.credentials)?.clientId ?? '');
  url.searchParams.set('scope', SCOPES.join(','));
  url.searchParams.set('state', await context.issueCode(STATE, STATE_SECONDS));
  url.searchParams.set('redirect_uri', redirectUri(context.appUrl));
  return {
    AuthUrl: url.href,
    expires_at: secondsAfter(context.clock(), STATE_SECONDS).toISOString(),
  };
};

const HOOK_URL = /^https:\/\/hooks\.slack(?:-gov)?\.com\/services\/[\w/-]+$/;

/**
 * The response of oauth.v2.access (docs.slack.dev). Its status is always 200, and `ok` has the result. An older app has
 * no scope for the bot token.
 */
const granted = z.object({
  ok: z.literal(true),
  team: z.object({ id: z.string(), name: z.string().default('') }).nullish(),
  scope: z.string().default(''),
  access_token: z
    .string()
    .regex(/^xox[a-z]-[\w-]+$/)
    .optional()
    .catch(undefined),
  incoming_webhook: z.object({
    channel: z.string(),
    channel_id: z.string(),
    configuration_url: z
      .string()
      .regex(/^https:\/\/[\w.-]+\.slack(?:-gov)?\.com\//)
      .optional()
      .catch(undefined),
    url: z.string().regex(HOOK_URL),
  }),
});

/**
 * Exchanges a code for the channel's incoming webhook. Returns undefined if Slack rejects the code or does not respond.
 */
export const exchange = async (
  code: string,
  { http, credentials, appUrl }: CallbackContext,
): Promise<z.infer<typeof granted> | undefined> => {
  const app = appOf(credentials);
  if (!app) return undefined;
  const result = await requestAccess(code, app, { http, appUrl });
  return isAnswer(result) ? granted.safeParse(parseJson(result.body)).data : undefined;
};

/** Requests the exchange of a code from Slack. */
export const requestAccess = (
  code: string,
  app: NonNullable<ReturnType<typeof appOf>>,
  { http, appUrl }: Pick<CallbackContext, 'http' | 'appUrl'>,
): Promise<HttpAnswer | HttpFailure> =>
  http.send({
    method: 'POST',
    url: 'https://slack.com/api/oauth.v2.access',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ code, redirect_uri: redirectUri(appUrl) }).toString(),
    allow: { hosts: ['slack.com'], ports: 'default' },
  });
