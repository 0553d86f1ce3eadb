import { ApiRefusal, type Client } from '../../lambdas/contract/client.ts';
import type { Response } from '../../lambdas/contract/messages.ts';

/** The server's data about the current key. */
export type OwnKey = Response<'getKey'>;

/**
 * Undefined if the application is too old.
 * @throws ApiRefusal, Unreachable
 */
export const ownKey = async (client: Client, signal?: AbortSignal): Promise<OwnKey | undefined> => {
  try {
    return await client.call('getKey', { ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return undefined;
    throw error;
  }
};

/**
 * The next step for an item that a restricted key cannot access; undefined for a key that can access the whole account.
 */
export const reachNote = (key: OwnKey | undefined): string | undefined => {
  const count = key?.webhook_ids?.length;
  if (count === undefined) return undefined;
  const bound = `The key “${key?.name}” works only for ${count === 1 ? 'one webhook' : `${count} webhooks`}.`;
  return `${bound} For others, create a key in Settings, then run: tellhook login`;
};
