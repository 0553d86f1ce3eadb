import { getInvocation, listInvocations } from '../../invocations/read-invocations.ts';
import { type SearchPorts, searchInvocations } from '../../invocations/search-invocations.ts';
import { invocationFilterOf, searchResultToWire, statsToWire } from '../../invocations/search-wire.ts';
import { sendTestCall, type TestCallPorts } from '../../invocations/send-test-call.ts';
import { type WebhookStatsPorts, webhookStats } from '../../invocations/webhook-stats.ts';
import type { CallFinder } from '../../model/invocation-ports.ts';
import { type Handlers, reply } from '../handler.ts';

/** Reads and searches a webhook's calls, and sends test calls. */
export const invocationRoutes = (ports: SearchPorts & TestCallPorts & WebhookStatsPorts & { callFinder: CallFinder }) =>
  ({
    listInvocations: async ({ caller, params, query }) => {
      const { items, cursor } = await listInvocations(caller.userId, params.id, query, ports);
      return reply(items, cursor ? { headers: { 'x-next-cursor': cursor } } : {});
    },
    searchInvocations: async ({ caller, params, query }) =>
      searchResultToWire(await searchInvocations(caller.userId, params.id, invocationFilterOf(query), ports)),
    tailInvocations: async ({ caller, params, query }) => {
      const { tailInvocations } = await import('../../invocations/tail-invocations.ts');
      return tailInvocations(caller.userId, params.id, query, ports);
    },
    getWebhookStats: async ({ caller, params }) => statsToWire(await webhookStats(caller.userId, params.id, ports)),
    getInvocation: ({ caller, params }) => getInvocation(caller.userId, params.id, ports),
    testWebhook: async ({ caller, params, request }) => {
      const { sample, kept, body = '' } = request;
      const call = sample !== undefined ? { sample } : kept !== undefined ? { kept } : { body };
      const tested = await sendTestCall(caller.userId, params.id, call, caller.ip, ports);
      return reply(tested, 'id' in tested ? { headers: { location: `/api/invocation/${tested.id}` } } : {});
    },
  }) satisfies Partial<Handlers<'api'>>;
