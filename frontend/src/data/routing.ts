import { useMutation } from '@tanstack/react-query';
import { toWire } from '#contract/names';
import { ApiError } from '../lib/errors.ts';
import { api } from '../lib/services.ts';
import type { Answer, WebhookDraft } from '../lib/wire.ts';

export type Rules = WebhookDraft['routing'];
export type Rule = Rules[number];
export type Previewed = Answer<'previewRouting'>;

/** Number of recent calls in a preview. */
const PREVIEWED_CALLS = 50;

/** Previews rules on recent calls before they are saved. */
export const usePreviewRouting = (webhookId: number) =>
  useMutation({
    mutationFn: (rules: Rules) =>
      api.call('previewRouting', {
        params: { id: webhookId },
        body: { routing: toWire(rules), last: PREVIEWED_CALLS },
      }),
    // An account runs one preview at a time, so the one before can still be running.
    retry: (count, error) => count < 3 && error instanceof ApiError && error.status === 429,
    gcTime: 0,
  });
