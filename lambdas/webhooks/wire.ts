import { camel, type Model, toModel, toWire } from '#contract/names';
import type { NewWebhook, WebhookChange } from '#contract/webhook';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import type { WebhookSettings } from '#contract/webhook-settings';
import type { Webhook, WebhookFields } from '../model/webhook.ts';

type Setting = keyof Model<WebhookSettings>;
const settings = ['name', 'targetIds', ...Object.keys(WEBHOOK_DEFAULTS).map(camel)] as Setting[];

/** Picks an object's fields that are webhook settings and not undefined. */
const chosen = (fields: { [Name in Setting]?: unknown }) =>
  Object.fromEntries(settings.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]));

/** Picks a webhook's settings that its owner can choose. */
export const settingsOf = (webhook: Webhook) => chosen(webhook) as Pick<Webhook, Setting>;

/** Converts a client's webhook settings from wire format. */
export const fieldsOf = (wire: WebhookChange | NewWebhook['webhook']): WebhookFields =>
  chosen(toModel(wire)) as WebhookFields;

/** Converts a webhook's settings to wire format. */
export const settingsToWire = (webhook: Webhook): WebhookSettings => toWire(settingsOf(webhook));

/** Converts the request of POST /webhooks, which can name targets in two places. If both are given, they are merged. */
export const newWebhookFields = ({ webhook, targets }: NewWebhook): WebhookFields => ({
  ...fieldsOf(webhook),
  targetIds: [...new Set([...webhook.target_ids, ...targets.map((target) => target.id)])],
});
