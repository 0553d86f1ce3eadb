import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import type { Invocation, Target, Webhook } from '../lib/wire.ts';
import { isWatched, isYoung } from './invocations.ts';

/** Maximum number of displayed messages, and of webhooks to search, because each one costs a request. */
export const LAST_MESSAGES = 5;

const POLL_MS = 5_000;
/** The same for messages of older calls, which were resent or wait for their turn. */
const OLDER_POLL_MS = 15_000;

type Named = Pick<Webhook, 'id' | 'name'>;

/** A call and its webhook. */
export interface CallOf {
  webhook: Named;
  call: Invocation;
}

/** The newest of all calls, newest first. Ids sort by time. */
const newestFirst = <Found extends CallOf>(found: Found[][]): Found[] =>
  found
    .flat()
    .sort((one, other) => (one.call.id < other.call.id ? 1 : -1))
    .slice(0, LAST_MESSAGES);

/** A target's newest calls, newest first, each with the status of its message to this target. */
export const useLastMessages = ({ id, associatedWebhooks }: Pick<Target, 'id' | 'associatedWebhooks'>) =>
  useQuery({
    // The prefix lets a change of any calls invalidate this query too.
    queryKey: ['invocations', 'to', id],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        associatedWebhooks.slice(0, LAST_MESSAGES).map(async (webhook) => {
          const query = { target_id: id, limit: LAST_MESSAGES };
          const { invocations } = await api.call('searchInvocations', { params: { id: webhook.id }, query, signal });
          return invocations.flatMap((call) => {
            const state = call.dispatches.find(({ targetId }) => targetId === id);
            return state ? [{ webhook, call, status: state.status }] : [];
          });
        }),
      );
      return newestFirst(found);
    },
    enabled: associatedWebhooks.length > 0,
    refetchInterval: ({ state }) => {
      const pending = state.data?.filter(({ status }) => status === 'pending') ?? [];
      return isWatched() && pending.length > 0 && (pending.some(({ call }) => isYoung(call)) ? POLL_MS : OLDER_POLL_MS);
    },
    meta: { silent: true },
  });

/** The newest calls of all webhooks, newest first. Only the most recently called webhooks have any of them. */
export const useNewestCalls = (webhooks: readonly (Named & Pick<Webhook, 'lastInvocation'>)[]) => {
  const called = webhooks
    .toSorted((one, other) => (one.lastInvocation < other.lastInvocation ? 1 : -1))
    .slice(0, LAST_MESSAGES);
  return useQuery({
    // The times are part of the key, so a new call shows as soon as the dashboard's numbers do.
    queryKey: ['invocations', 'newest', called.map(({ id, lastInvocation }) => [id, lastInvocation])],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        called.map(async (webhook) => {
          const query = { view: 'summary', limit: LAST_MESSAGES } as const;
          const calls = await api.call('listInvocations', { params: { id: webhook.id }, query, signal });
          return calls.map((call) => ({ webhook, call }));
        }),
      );
      return newestFirst(found);
    },
    placeholderData: (shown) => shown,
    meta: { silent: true },
  });
};
