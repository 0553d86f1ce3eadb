import { ApiRefusal, type Client, Unreachable } from '../../lambdas/contract/client.ts';
import { Failure } from './command.ts';
import { ownKey, reachNote } from './own-key.ts';

const next: Record<string, string> = {
  unauthenticated: 'The key is invalid, expired or revoked. Create a key in Settings, then run: tellhook login',
  'key-scope-missing': 'Create a key with that scope in Settings, then run: tellhook login',
  'key-bound': 'Create a key for all webhooks in Settings, then run: tellhook login',
  'webhook-disabled': 'Enable the webhook on its page.',
  'webhook-without-target': 'Choose a target on the webhook’s page.',
};

/** Converts an API or network error to a failure with its next step. Returns other errors unchanged. */
export const failureOf = (error: unknown): unknown => {
  if (error instanceof Unreachable)
    return new Failure(`${error.message}.`, 'Check your network and the URL: tellhook login --url <url>');
  if (!(error instanceof ApiRefusal)) return error;
  const { status, code, retryAfterSeconds, instance } = error;
  const wait = retryAfterSeconds === undefined ? undefined : `Try again in ${retryAfterSeconds} s.`;
  const quote = status >= 500 && instance ? `Quote ${instance} when you ask for help.` : undefined;
  return new Failure(error.message, next[code] ?? wait ?? quote);
};

/**
 * Like {@link failureOf}, but an item can also be outside the access of a restricted key. In this case, the failure
 * says so.
 */
export const explained = async (error: unknown, client: () => Promise<Client>): Promise<unknown> => {
  const failure = failureOf(error);
  if (!(error instanceof ApiRefusal) || error.code !== 'not-found') return failure;
  const note = await client()
    .then(async (ready) => reachNote(await ownKey(ready)))
    .catch(() => undefined);
  return note === undefined ? failure : new Failure(error.message, note);
};
