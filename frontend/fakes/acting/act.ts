import { type Made, made } from '../../../lib/local/fakes/wire.ts';
import { toasts } from '../../src/lib/services.ts';
import { call } from '../api.ts';
import { refreshFeed } from '../feed.ts';

/** Performs an action of a provider's user. If it is rejected, shows a toast and returns undefined. */
export const act = async (path: string, input: unknown): Promise<Made | undefined> => {
  try {
    const result = await call(path, made, input);
    await refreshFeed();
    return result;
  } catch (error) {
    toasts.add({
      severity: 'error',
      summary: 'Not done',
      detail: error instanceof Error ? error.message : String(error),
    });
    return undefined;
  }
};
