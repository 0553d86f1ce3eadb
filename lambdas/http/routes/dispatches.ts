import { type AcknowledgePorts, acknowledgeCall, getAcknowledgement } from '../../dispatches/owner/acknowledge-call.ts';
import { type ControlPorts, giveUpDispatch, retryNow } from '../../dispatches/owner/control.ts';
import { listDispatches, type ReadDispatchPorts } from '../../dispatches/owner/read-dispatches.ts';
import {
  countReplay,
  getReplay,
  type ReplayPorts,
  replayFilterOf,
  replayToWire,
  startReplay,
} from '../../dispatches/owner/replay.ts';
import { resend, resendInvocation } from '../../dispatches/owner/resend.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { targetsWithin } from '../../platform/reach.ts';
import { type Handlers, reply } from '../handler.ts';

/** Reads a call’s messages, and performs the owner's actions on one or many of them. */
export const dispatchRoutes = (
  ports: ReadDispatchPorts &
    ControlPorts &
    ReplayPorts &
    AcknowledgePorts & { webhooks: Pick<WebhookStore, 'get' | 'list'> },
) =>
  ({
    listDispatches: ({ caller, params, query }) => listDispatches(caller.userId, params.id, query, ports),
    getAcknowledgement: ({ caller, params }) => getAcknowledgement(caller.userId, params.id, ports),
    acknowledgeInvocation: ({ caller, params }) =>
      acknowledgeCall(caller.userId, params.id, ports, caller.member?.email),
    replayInvocation: async ({ caller: { userId, reach }, params, request }) => {
      const targets = await targetsWithin(userId, reach, ports.webhooks);
      return resendInvocation(userId, params.id, request.target_ids, ports, targets);
    },
    retryDispatch: ({ caller, params }) => retryNow(caller.userId, params.id, ports),
    giveUpDispatch: ({ caller, params }) => giveUpDispatch(caller.userId, params.id, ports),
    replayDispatch: ({ caller, params }) => resend(caller.userId, params.id, ports),
    countReplay: async ({ caller, params, request }) => {
      const found = await countReplay(caller.userId, params.id, replayFilterOf(request), ports);
      return { messages: found.messages, left_today: found.leftToday };
    },
    startReplay: async ({ caller, params, request }) => {
      const replay = await startReplay(caller.userId, params.id, replayFilterOf(request), ports);
      return reply(replayToWire(replay), { headers: { location: `/api/replay/${replay.id}` } });
    },
    getReplay: async ({ caller, params }) =>
      replayToWire(await getReplay(caller.userId, params.id, ports, caller.reach)),
  }) satisfies Partial<Handlers<'api'>>;
