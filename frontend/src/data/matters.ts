import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { MAX_MATTER_MESSAGES } from '#contract/bounds';
import { api } from '../lib/services.ts';
import type { Answer, Webhook } from '../lib/wire.ts';
import { hasMatters } from './webhooks.ts';

const MATTERS_POLL_MS = 30_000;

/** Maximum number of webhooks whose matters the dashboard reads. */
const MAX_WEBHOOKS = 25;

type Matters = Answer<'listMatters'>;

/** The open matters, and true if the list covers only a part of the messages about matters. */
const openOf = (matters: Matters) => ({
  open: matters.filter(({ state }) => state === 'open'),
  isCut: matters.reduce((sum, { targetIds }) => sum + targetIds.length, 0) >= MAX_MATTER_MESSAGES,
});

const mattersQuery = (webhookId: number) =>
  queryOptions({
    queryKey: ['matters', webhookId],
    queryFn: ({ signal }) => api.call('listMatters', { params: { id: webhookId }, signal }),
    select: openOf,
    meta: { silent: true },
  });

/** The open matters of a webhook's calls, newest first. */
export const useOpenMatters = (webhookId: number) =>
  useQuery({ ...mattersQuery(webhookId), refetchInterval: MATTERS_POLL_MS });

/** The open matters of all webhooks that have some, read once for each visit. */
export const useAllOpenMatters = (webhooks: readonly Webhook[]) => {
  const following = webhooks.filter(hasMatters).slice(0, MAX_WEBHOOKS);
  return useQueries({
    queries: following.map(({ id }) => mattersQuery(id)),
    combine: (results) => ({
      pending: results.some(({ isPending }) => isPending),
      isError: results.some(({ isError }) => isError),
      isCut: results.some(({ data }) => data?.isCut),
      matters: results.flatMap(({ data }, index) =>
        (data?.open ?? []).map((matter) => ({ ...matter, webhook: following[index] as Webhook })),
      ),
    }),
  });
};
