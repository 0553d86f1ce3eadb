import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import { accountQuery } from './account.ts';
import { targetsQuery } from './targets.ts';
import { webhooksQuery } from './webhooks.ts';

/** Sends one request, even if several parts are needed at the same time. Each part reports its own error. */
const fetchOverview = (client: QueryClient) =>
  client.fetchQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.call('getOverview', { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });

/** Account, webhooks and targets in one request instead of three. Screens that need fewer of them share the data. */
export const overviewQueries = {
  account: () =>
    queryOptions({ ...accountQuery(), queryFn: async ({ client }) => (await fetchOverview(client)).account }),
  webhooks: () =>
    queryOptions({ ...webhooksQuery(), queryFn: async ({ client }) => (await fetchOverview(client)).webhooks }),
  targets: () =>
    queryOptions({ ...targetsQuery(), queryFn: async ({ client }) => (await fetchOverview(client)).targets }),
  /** The ids of targets for which messages can be waiting. */
  failing: () =>
    queryOptions({
      queryKey: ['failing'],
      queryFn: async ({ client }) => (await fetchOverview(client)).failingTargets,
      meta: { silent: true },
    }),
};

/** The ids of active targets that currently accept nothing; empty until known. */
export const useFailing = (): readonly number[] => useQuery(overviewQueries.failing()).data ?? NONE;
const NONE: readonly number[] = [];
