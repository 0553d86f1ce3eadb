import type { NewWebhook, WebhookChange } from '#contract/webhook';
import type { WebhookFields } from './webhook.ts';

/** The chosen fields of a webhook as the wire names them. */
export const fieldsOf = (wire: WebhookChange | NewWebhook['webhook'], targetIds = wire.target_ids): WebhookFields => ({
  name: wire.name,
  splitMessage: wire.split_message,
  useTemplate: wire.use_template,
  template: wire.template,
  enabled: wire.enabled,
  targetIds,
  ...(wire.retention_days !== undefined && { retentionDays: wire.retention_days ?? undefined }),
  ...(wire.format && { format: wire.format }),
  ...(wire.time_zone !== undefined && { timeZone: wire.time_zone }),
  ...(wire.intake && {
    intake: {
      duplicates: wire.intake.duplicates,
      duplicateWindowMinutes: wire.intake.duplicate_window_minutes,
      answerHandshakes: wire.intake.answer_handshakes,
      verifyToken: wire.intake.verify_token,
    },
  }),
});

/** POST /webhooks names its targets in two places; either will do, and both together are joined. */
export const newWebhookFields = ({ webhook, targets }: NewWebhook): WebhookFields =>
  fieldsOf(webhook, [...new Set([...webhook.target_ids, ...targets.map((target) => target.id)])]);
