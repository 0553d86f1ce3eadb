import * as z from 'zod';
import { isAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import {
  missingCredentials,
  type OperatorContext,
  type OperatorSetup,
  type SetupStep,
} from '../../../lambdas/targets/operator-setup.ts';
import { callBot } from './bot-api.ts';
import { botOf } from './credentials.ts';

const answerSchema = z.object({ ok: z.boolean(), description: z.string().optional(), result: z.unknown().optional() });
const bot = z.object({ username: z.string(), can_join_groups: z.boolean().default(true) });
const webhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.number().default(0),
  last_error_message: z.string().optional(),
});

/** The types of updates that the callback reads. Telegram sends no others. */
const ALLOWED_UPDATES = ['message', 'channel_post', 'my_chat_member', 'callback_query'];

/** Checks the bot's token and name, sets the webhook URL with its secret, and checks the result. */
export const operatorSetup: OperatorSetup = async (context) => {
  const known = botOf(context.credentials);
  if (!known)
    return [
      missingCredentials(
        'telegram',
        {
          botToken: '123456789:AA…',
          botName: 'the user name without @',
          webhookSecret: '1 to 256 of A-Z a-z 0-9 _ -, random',
        },
        'Send /newbot to @BotFather in Telegram. It replies with the token.',
      ),
    ];
  const call = async (method: string, parameters: object = {}) => {
    const result = await callBot(known, method, parameters, context.http);
    if (!isAnswer(result)) return { ok: false, description: result.detail, result: undefined };
    const answer = answerSchema.safeParse(parseJson(result.body)).data;
    return answer ?? { ok: false, description: `answered ${result.status}`, result: undefined };
  };

  const me = await call('getMe');
  const about = bot.safeParse(me.result).data;
  if (!me.ok || !about) return [failed(`Telegram rejected the bot’s token: ${me.description}`)];
  if (about.username.toLowerCase() !== known.botName.toLowerCase())
    return [failed(`The token belongs to @${about.username}, but botName is ${known.botName}. Correct the secret.`)];
  const steps: SetupStep[] = [{ state: 'done', text: `The token belongs to @${about.username}.` }];
  if (!about.can_join_groups)
    steps.push({ state: 'by hand', text: 'Allow the bot to join groups: /setjoingroups at @BotFather.' });

  const set = await call('setWebhook', {
    url: callbackUrl(context),
    secret_token: known.webhookSecret,
    allowed_updates: ALLOWED_UPDATES,
    max_connections: 40,
  });
  if (!set.ok) return [...steps, failed(`Telegram rejected the URL for updates: ${set.description}`)];
  steps.push({ state: 'done', text: `Updates are sent to ${callbackUrl(context)}.` });

  const info = webhookInfo.safeParse((await call('getWebhookInfo')).result).data;
  if (info?.url !== callbackUrl(context)) return [...steps, failed('Telegram does not return the URL that was set.')];
  if (info.last_error_message)
    steps.push(failed(`Telegram recently failed to deliver an update: ${info.last_error_message}`));
  steps.push({
    state: 'by hand',
    text: 'Leave privacy mode on (the default): in groups the bot then sees commands only, which is all it needs.',
  });
  return steps;
};

const callbackUrl = ({ appUrl }: OperatorContext) => `${appUrl}/api/callbacks/telegram`;
const failed = (text: string): SetupStep => ({ state: 'failed', text });
