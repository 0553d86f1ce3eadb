import * as z from 'zod';
import { findWebhook, findWebhookId, oneOf } from './account.ts';
import { bodyArgument, callArgument, sampleArgument, webhookArgument } from './reading-tools.ts';
import { defineTool, type Tool } from './tools.ts';

/** The tools for writing, which are only offered with `--write`. */
export const writingTools: readonly Tool[] = [
  defineTool({
    name: 'save_template',
    title: 'Save a template',
    about: 'Sets a webhook’s template, for calls from now on. Render it with a real call first.',
    needs: ['read', 'write'],
    writes: true,
    takes: z.strictObject({
      webhook: webhookArgument,
      template: z.string().nullable().describe('null removes the webhook’s template.'),
    }),
    run: async ({ webhook, template }, { client, signal }) => {
      const { id, name, split_message, enabled, target_ids } = await findWebhook(webhook, client);
      const body = { name, split_message, enabled, target_ids, use_template: template !== null };
      await client.call('updateWebhook', { params: { id }, body: { ...body, template: template ?? '' }, signal });
      return { facts: { saved: name } };
    },
  }),
  defineTool({
    name: 'send_test',
    title: 'Send a test call',
    about: 'Sends a test call to a webhook. People receive its message.',
    needs: ['send'],
    writes: true,
    takes: z.strictObject({
      webhook: webhookArgument,
      sample: sampleArgument.optional(),
      body: bodyArgument.optional(),
    }),
    run: async ({ webhook, sample, body }, { client, signal }) => {
      const id = await findWebhookId(webhook, client);
      const sent = { ...(sample !== undefined && { sample }), ...(body !== undefined && { body }) };
      return { facts: await client.call('testWebhook', { params: { id }, body: sent, signal }) };
    },
  }),
  defineTool({
    name: 'acknowledge',
    title: 'Acknowledge a call',
    about: 'Acknowledges a call that waits for a person. Its further escalation steps are not sent.',
    needs: ['send'],
    writes: true,
    takes: z.strictObject({ call: callArgument }),
    run: async ({ call }, { client, signal }) => {
      await client.call('acknowledgeInvocation', { params: { id: call }, signal });
      return { facts: { acknowledged: call } };
    },
  }),
  defineTool({
    name: 'replay',
    title: 'Send messages again',
    about: 'Resends a call’s messages to all its targets or to the given ones. People receive them again.',
    needs: ['send'],
    writes: true,
    takes: z.strictObject({
      call: callArgument,
      targets: z.array(z.string()).min(1).optional().describe('Names or IDs of targets.'),
    }),
    run: async ({ call, targets }, { client, signal }) => {
      const all = targets ? await client.call('listTargets', { signal }) : [];
      const body = targets ? { target_ids: targets.map((name) => oneOf('target', name, all).id) } : {};
      return { facts: await client.call('replayInvocation', { params: { id: call }, body, signal }) };
    },
  }),
];
