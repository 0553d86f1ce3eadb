import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { readHeaders } from '../lib/headers.ts';
import { api } from '../lib/services.ts';
import { type Webhook, type WebhookDraft, webhookToWire } from '../lib/wire.ts';

/** Renders a template on the server, as a delivery would. */
export const useRenderTemplate = () =>
  useMutation({ mutationFn: (body: RequestInput<'renderTemplate'>) => api.call('renderTemplate', { body }) });

/** Reads the subject of a webhook's newest call with draft rules; null if it has no calls. */
export const useTrySubject = (webhook: Webhook) =>
  useMutation({
    mutationFn: async (draft: WebhookDraft) => {
      const [call] = await api.call('listInvocations', {
        params: { id: webhook.id },
        query: { view: 'full', limit: 1 },
      });
      if (!call) return null;
      const { subject, format, time_zone, use_template, template } = webhookToWire(draft);
      const result = await api.call('renderTemplate', {
        body: {
          body: call.rawBodyEncoding === 'base64' ? '' : call.rawBody,
          content_type: call.contentType,
          headers: readHeaders(call.rawHeaders),
          query: call.query,
          method: call.method,
          template: use_template ? template : '',
          format,
          time_zone,
          subject,
        },
      });
      return { call, result };
    },
  });
