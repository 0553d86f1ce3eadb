import * as z from 'zod';
import type { ProviderCredentials } from '../../../lambdas/model/message.ts';

const schema = z.object({
  /** The token from @BotFather, `123456:AA…`. */
  botToken: z.string().regex(/^\d+:[\w-]+$/),
  /** The bot's user name, without `@`. */
  botName: z.string().regex(/^\w+$/),
  /** The `secret_token` given to setWebhook. */
  webhookSecret: z.string().regex(/^[\w-]{1,256}$/),
});

export type TelegramCredentials = z.infer<typeof schema>;

/** Returns this deployment's bot, or undefined if there is none. */
export const botOf = (credentials: ProviderCredentials): TelegramCredentials | undefined =>
  schema.safeParse(credentials.telegram).data;
