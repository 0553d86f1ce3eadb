import { ApiRefusal, type Client } from '../../lambdas/contract/client.ts';
import type { Response } from '../../lambdas/contract/messages.ts';

/** The server's data about the current key. */
export type OwnKey = Response<'getKey'>;

/**
 * Returns the server's data about the current key; undefined if the application is too old.
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

/** Explains the limits of a restricted key and the next step. Returns undefined for an unrestricted key. */
export const reachNote = (key: OwnKey | undefined): string | undefined => {
  const count = key?.webhook_ids?.length;
  if (count === undefined) return undefined;
  const bound = `The key “${key?.name}” works only for ${count === 1 ? 'one webhook' : `${count} webhooks`}.`;
  return `${bound} For others, create a key in Settings, then run: tellhook login`;
};
