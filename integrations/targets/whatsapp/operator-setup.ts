import * as z from 'zod';
import { isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import {
  missingCredentials,
  type OperatorContext,
  type OperatorSetup,
  type SetupStep,
} from '../../../lambdas/targets/operator-setup.ts';
import { GRAPH_HOST, graphUrl } from './cloud-api.ts';
import { accountOf, type WhatsappAccount } from './credentials.ts';

const graphError = z.object({ error: z.object({ message: z.string(), code: z.number() }) });
const number = z.object({ display_phone_number: z.string(), verified_name: z.string().default('') });
const success = z.object({ success: z.literal(true) });

/**
 * Checks the token and the number, and subscribes to messages and delivery statuses if the necessary ids are known.
 * Meta sends its URL verification during this request, so the deployment must be running.
 */
export const operatorSetup: OperatorSetup = async (context) => {
  const account = accountOf(context.credentials);
  if (!account)
    return [
      missingCredentials(
        'whatsapp',
        {
          phoneNumberId: 'digits, under API Setup',
          accessToken: 'a system user’s, which does not expire',
          appSecret: 'under App settings, Basic',
          verifyToken: 'random, chosen by you',
          number: 'digits with country code, without +',
          appId: 'optional: lets this script subscribe',
          businessAccountId: 'optional: lets this script subscribe',
          templateName: 'optional: see below',
        },
        'Create an app with the product WhatsApp at https://developers.facebook.com/apps and add a phone number.',
      ),
      template,
    ];
  const own = `Bearer ${account.accessToken}`;
  const path = `${account.phoneNumberId}?fields=display_phone_number,verified_name`;
  const asked = await graph({ method: 'GET', path, authorization: own }, account, context);
  const phone = number.safeParse(asked.body).data;
  if (!phone) return [{ state: 'failed', text: `Meta rejected the token or the phone number ID: ${asked.problem}` }];
  const shown = phone.display_phone_number.replace(/\D/g, '');
  if (shown !== account.number)
    return [
      { state: 'failed', text: `The ID belongs to +${shown}, but number is ${account.number}. Correct the secret.` },
    ];
  return [
    { state: 'done', text: `The token and the ID belong to +${shown} (${phone.verified_name || 'no name yet'}).` },
    await subscribeApp(account, context),
    await subscribeAccount(account, own, context),
    ...(account.templateName ? [] : [template]),
  ];
};

/**
 * Sets the callback URL at Meta. It belongs to the app and requires the app's own token, which is its id and secret.
 */
const subscribeApp = async (account: WhatsappAccount, context: OperatorContext): Promise<SetupStep> => {
  const callbackUrl = `${context.appUrl}/api/callbacks/whatsapp`;
  if (!account.appId)
    return {
      state: 'by hand',
      text: `In your Meta app, go to WhatsApp > Configuration. Enter the callback URL ${callbackUrl} and the verify token from the secret. Then subscribe to the field "messages".`,
    };
  const form = {
    object: 'whatsapp_business_account',
    callback_url: callbackUrl,
    verify_token: account.verifyToken,
    fields: 'messages',
  };
  const authorization = `Bearer ${account.appId}|${account.appSecret}`;
  const path = `${account.appId}/subscriptions`;
  const { body, problem } = await graph({ method: 'POST', path, authorization, form }, account, context);
  return success.safeParse(body).success
    ? { state: 'done', text: `Messages and statuses are sent to ${callbackUrl}.` }
    : { state: 'failed', text: `Meta rejected the callback URL ${callbackUrl}: ${problem}` };
};

/** Subscribes the app to the business account's messages. */
const subscribeAccount = async (
  account: WhatsappAccount,
  own: string,
  context: OperatorContext,
): Promise<SetupStep> => {
  if (!account.businessAccountId)
    return {
      state: 'by hand',
      text: 'Connect the app with the business account: POST /<business account id>/subscribed_apps. Or put businessAccountId into the secret and run this script again.',
    };
  const path = `${account.businessAccountId}/subscribed_apps`;
  const { body, problem } = await graph({ method: 'POST', path, authorization: own, form: {} }, account, context);
  return success.safeParse(body).success
    ? { state: 'done', text: 'The app receives the business account’s messages.' }
    : { state: 'failed', text: `Meta rejected the subscription to the business account: ${problem}` };
};

const template: SetupStep = {
  state: 'by hand',
  text: 'For recipients who have not written for 24 hours, have a template of the category Utility approved. Put its name into the secret as templateName (and templateLanguage, default en_US). Without a template, recipients are reminded to write after 20 hours, and later messages wait. Its body, with webhook and message as parameters:',
  document: 'New event on {{1}}: {{2}} Reply to this message to see the next ones in full.',
};

const graph = async (
  request: { method: 'GET' | 'POST'; path: string; authorization: string; form?: Record<string, string> },
  account: WhatsappAccount,
  { http }: OperatorContext,
): Promise<{ body?: unknown; problem: string }> => {
  const { method, path, authorization, form } = request;
  const result = await http.send({
    method,
    url: graphUrl(account, path),
    headers: { authorization, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(form && { body: new URLSearchParams(form).toString() }),
    allow: { hosts: [GRAPH_HOST], ports: 'default' },
  });
  if (!isAnswer(result)) return { problem: result.detail };
  const body = parseJson(result.body);
  const error = graphError.safeParse(body).data?.error;
  return { body, problem: error ? error.message : `answered ${result.status}` };
};
