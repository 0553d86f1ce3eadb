import * as z from 'zod';
import type { ProviderCredentials } from '../../../lambdas/model/message.ts';

const schema = z.object({ clientId: z.string().min(1), clientSecret: z.string().min(1) });

/** Returns this deployment's Slack app, or undefined if there is none. */
export const appOf = (credentials: ProviderCredentials): z.infer<typeof schema> | undefined =>
  schema.safeParse(credentials.slack).data;
