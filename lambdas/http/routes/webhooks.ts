import { discardHeld } from '../../invocations/held/hold-of-webhook.ts';
import type { HeldCalls } from '../../model/hold.ts';
import type { SampleStore } from '../../model/sample.ts';
import { targetsWithin } from '../../platform/reach.ts';
import { cloneWebhook } from '../../webhooks/clone-webhook.ts';
import { type CreateWebhookPorts, createWebhook } from '../../webhooks/create-webhook.ts';
import { deleteWebhook } from '../../webhooks/delete-webhook.ts';
import { type ListMattersPorts, listMatters } from '../../webhooks/list-matters.ts';
import { getWebhook, listWebhooks, type ReadWebhookPorts, withoutAddress } from '../../webhooks/read-webhooks.ts';
import { rotateWebhook } from '../../webhooks/rotate-webhook.ts';
import { updateWebhook } from '../../webhooks/update-webhook.ts';
import { fieldsOf, newWebhookFields } from '../../webhooks/wire.ts';
import { type Handlers, hasScope, reply } from '../handler.ts';

/** Creates, reads, changes and deletes webhooks. */
export const webhookRoutes = (
  ports: CreateWebhookPorts & ReadWebhookPorts & { heldCalls: HeldCalls; samples: SampleStore } & ListMattersPorts,
) =>
  ({
    createWebhook: async ({ caller, request }) => {
      const { id, route } = await createWebhook(caller.userId, newWebhookFields(request), ports);
      return reply({ webhook_id: id, route }, { headers: { location: `/api/webhook/${id}` } });
    },
    listWebhooks: async ({ caller }) => {
      const webhooks = await listWebhooks(caller.userId, ports, caller.reach);
      return hasScope(caller, 'write', 'send') ? webhooks : webhooks.map(withoutAddress);
    },
    getWebhook: async ({ caller, params }) => {
      const webhook = await getWebhook(caller.userId, params.id, ports);
      return hasScope(caller, 'write', 'send') ? webhook : withoutAddress(webhook);
    },
    updateWebhook: async ({ caller, params, request }) => {
      const { webhooks, targets, heldCalls, clock } = ports;
      const reach = await targetsWithin(caller.userId, caller.reach, webhooks);
      await updateWebhook(caller.userId, params.id, fieldsOf(request), { webhooks, targets, reach, heldCalls, clock });
    },
    cloneWebhook: async ({ caller, params, request }) => {
      const { id, route } = await cloneWebhook(caller.userId, params.id, request.name, ports);
      return reply({ webhook_id: id, route }, { headers: { location: `/api/webhook/${id}` } });
    },
    rotateWebhook: async ({ caller, params, request }) => {
      const { route, oldRoutes } = await rotateWebhook(caller.userId, params.id, request.old_valid_hours, ports);
      return { route, old_routes: oldRoutes };
    },
    listMatters: ({ caller, params, query }) => listMatters(caller.userId, params.id, query, ports),
    discardHeld: ({ caller, params }) => discardHeld(caller.userId, params.id, ports),
    deleteWebhook: ({ caller, params }) => deleteWebhook(caller.userId, params.id, ports),
  }) satisfies Partial<Handlers<'api'>>;
