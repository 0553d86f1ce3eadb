import * as z from 'zod';
import { isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { missingCredentials, type OperatorSetup, type SetupStep } from '../../../lambdas/targets/operator-setup.ts';
import { redirectUri, requestAccess, SCOPES } from './connect.ts';
import { appOf } from './credentials.ts';

/** Returns an app manifest (docs.slack.dev, "App manifests") with its scopes, one redirect URL and no events. */
const manifest = (appUrl: string) => ({
  display_information: {
    name: 'Tellhook',
    description: 'Shows your webhooks in a channel',
    background_color: '#1d2939',
  },
  features: { bot_user: { display_name: 'Tellhook', always_online: true } },
  oauth_config: { redirect_urls: [redirectUri(appUrl)], scopes: { bot: SCOPES } },
  settings: { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
});

const refusal = z.object({ ok: z.literal(false), error: z.string() });
/** Slack's errors for an invalid code. They show that it accepted the app's credentials. */
const KNOWN_APP = ['invalid_code', 'code_already_used', 'bad_redirect_uri'];

/**
 * Returns the app's manifest, and checks the app's credentials. Creating an app by script would require a user's token.
 */
export const operatorSetup: OperatorSetup = async (context) => {
  const create: SetupStep = {
    state: 'by hand',
    text: 'Create the app at https://api.slack.com/apps (Create New App, From a manifest), or compare it with this manifest. Activate public distribution to let other workspaces add it.',
    document: JSON.stringify(manifest(context.appUrl), null, 2),
  };
  const app = appOf(context.credentials);
  if (!app)
    return [
      create,
      missingCredentials(
        'slack',
        { clientId: '…', clientSecret: '…' },
        'Both are under Basic Information, App Credentials.',
      ),
    ];
  const result = await requestAccess('a-code-that-was-never-issued', app, context);
  if (!isAnswer(result)) return [create, { state: 'failed', text: `Slack could not be reached: ${result.detail}` }];
  const error = refusal.safeParse(parseJson(result.body)).data?.error ?? `answered ${result.status}`;
  return [
    create,
    KNOWN_APP.includes(error)
      ? { state: 'done', text: `Slack accepted the app ${app.clientId} and its secret.` }
      : { state: 'failed', text: `Slack rejected the app’s credentials: ${error}` },
  ];
};
