import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import type { Target } from '../lib/wire.ts';

/** Maximum number of displayed messages. */
export const LAST_MESSAGES = 5;

/** Maximum number of a target's webhooks to search. Each one costs a request. */
const WEBHOOKS = 5;

/** A target's newest calls, newest first, each with the status of its message to this target. */
export const useLastMessages = ({ id, associatedWebhooks }: Pick<Target, 'id' | 'associatedWebhooks'>) =>
  useQuery({
    // The prefix lets a change of any calls invalidate this query, too.
    queryKey: ['invocations', 'to', id],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        associatedWebhooks.slice(0, WEBHOOKS).map(async (webhook) => {
          const query = { target_id: id, limit: LAST_MESSAGES };
          const { invocations } = await api.call('searchInvocations', { params: { id: webhook.id }, query, signal });
          return invocations.flatMap((call) => {
            const state = call.dispatches.find(({ targetId }) => targetId === id);
            return state ? [{ webhook, call, status: state.status }] : [];
          });
        }),
      );
      // Ids sort by time.
      return found
        .flat()
        .sort((one, other) => (one.call.id < other.call.id ? 1 : -1))
        .slice(0, LAST_MESSAGES);
    },
    enabled: associatedWebhooks.length > 0,
    meta: { silent: true },
  });
