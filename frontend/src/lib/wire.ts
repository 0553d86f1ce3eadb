import type { Response } from '#contract/messages';
import { type Model, toModel, toWire } from '#contract/names';
import type { RouteName } from '#contract/routes';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import type { WebhookSettings } from '#contract/webhook-settings';

/** A route's response with the browser's field names; undefined for a response without a body. */
export type Answer<Name extends RouteName> = Name extends 'getWebhook'
  ? Webhook
  : Name extends 'listWebhooks'
    ? Webhook[]
    : Name extends 'getOverview'
      ? Omit<Told<Name>, 'webhooks'> & { webhooks: Webhook[] }
      : Told<Name>;

type Told<Name extends RouteName> = Response<Name> extends undefined ? undefined : Model<Response<Name>>;

/** A webhook. A viewer gets neither its invoke URL nor its token for URL verification, which only editors need. */
export type Webhook = Omit<Told<'getWebhook'>, 'intake'> & { intake: Intake };

/** The editable part of a webhook. */
export type WebhookDraft = Model<WebhookSettings>;

/** A webhook's settings for duplicates and URL verification requests. */
export type Intake = WebhookDraft['intake'];

/** A webhook with default settings. */
export const newWebhook: WebhookDraft = { ...toModel(WEBHOOK_DEFAULTS), name: '', targetIds: [] };

/** A webhook's settings, from all its data. */
export const settingsOf = (webhook: WebhookDraft): WebhookDraft => {
  const names = Object.keys(newWebhook) as (keyof WebhookDraft)[];
  return Object.fromEntries(names.map((name) => [name, webhook[name]])) as unknown as WebhookDraft;
};

/** A webhook's settings in the format of PUT /webhook/{id} and POST /webhooks. */
export const webhookToWire = (webhook: WebhookDraft): WebhookSettings => toWire(settingsOf(webhook));

export type Account = Answer<'getUser'>;
export type Profile = Account['profile'];
export type Limits = Account['limits'];
export type Target = Answer<'getTarget'>;
export type TargetKind = Answer<'listTargetKinds'>[number];
export type Invocation = Answer<'getInvocation'>;
export type Dispatch = Answer<'listDispatches'>[number];
export type Plan = Answer<'listPlans'>[number];
export type SandboxResult = Answer<'renderTemplate'>;
