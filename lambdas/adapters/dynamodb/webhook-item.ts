import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { camel, renamed, snake } from '#contract/names';
import { NEVER } from '#contract/never';
import { accountStatus } from '#contract/states';
import type { Route } from '../../model/invocation-ports.ts';
import { type Verification, verificationSchema } from '../../model/verification.ts';
import { routeSchema, type Webhook, webhookSchema } from '../../model/webhook.ts';
import type { SubscriptionStatus } from '../../model/webhook-ports.ts';
import { newToken } from '../../platform/ids.ts';
import { dueIndex, key } from './keys.ts';

/** Stored as JSON text, so only calls to webhooks with verification spend time on parsing it. */
const verification = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(verificationSchema)
  .optional();

/** Stored verification, always in the same order, so a write can compare it with the value that was read. */
export const textOf = (calling: Verification): string => JSON.stringify(verificationSchema.parse(calling));

/** Also JSON text, because conditions can contain texts and numbers that the table rejects. */
const routing = z
  .string()
  .default('[]')
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(webhookSchema.shape.routing);

const storedWebhook = webhookSchema.extend({ verification, routing });

const storedRoute = routeSchema.extend({
  verification,
  webhookId: z.number(),
  webhookVersion: z.string().default(''),
  ownerStatus: accountStatus,
  premiumUntil: z.string().default(NEVER),
  validUntil: z.string().optional(),
});

/** Parses a stored webhook item. */
export const parseWebhook = (item: object): Webhook => storedWebhook.parse(renamed(camel, item));

/** Parses a route's copy of the webhook, with the owner's subscription status. */
export const parseRoute = (item: object): Route => {
  const { ownerStatus, premiumUntil, ...route } = storedRoute.parse(renamed(camel, item));
  return { ...route, owner: { status: ownerStatus, premiumUntil } };
};

/** A webhook's defaults for fields that are missing in the table. */
const defaults: Record<string, unknown> = Object.fromEntries(
  Object.entries(webhookSchema.shape).flatMap(([name, field]) => {
    const { success, data } = field.safeParse(undefined);
    return success ? [[name, data]] : [];
  }),
);

/**
 * Fields under their names in the table, without defaults, so the route stays small.
 * @returns the attributes, and the names of omitted ones
 */
const attributesOf = (fields: Partial<Webhook>) => {
  const { verification: calling, routing: rules, ...plain } = fields;
  const all = {
    ...plain,
    verification: calling && textOf(calling),
    ...(rules && { routing: rules.length > 0 ? JSON.stringify(rules) : undefined }),
  };
  const isNonDefault = ([name, value]: [string, unknown]) =>
    value !== undefined && !(name in defaults && isDeepStrictEqual(value, defaults[name]));
  const said = Object.fromEntries(Object.entries(all).filter(isNonDefault));
  const absent = Object.keys(all).filter((name) => !(name in said));
  return { attributes: renamed(snake, said), absent: absent.map(snake) };
};

/** Identifies one version of a webhook. */
export const newWebhookVersion = () => newToken(6);

/** @param checkAt time of the next check of its silence alarm, if that is on */
export const webhookItem = (webhook: Webhook, webhookVersion: string, checkAt?: string) => ({
  ...key.webhook(webhook.userId, webhook.id),
  ...attributesOf(webhook).attributes,
  webhook_version: webhookVersion,
  ...(checkAt && { due_pk: dueIndex.silences, due_sk: checkAt }),
});

/** A route's copy of its webhook and the owner's subscription status, so accepting a call needs one read. */
export const routeAttributes = (webhook: Webhook, webhookVersion: string) => {
  const { attributes, absent } = attributesOf(routeSchema.parse(webhook));
  return { attributes: { ...attributes, webhook_id: webhook.id, webhook_version: webhookVersion }, absent };
};

export const routeItem = (webhook: Webhook, owner: SubscriptionStatus, webhookVersion: string) => ({
  ...key.route(webhook.route),
  ...routeAttributes(webhook, webhookVersion).attributes,
  owner_status: owner.status,
  premium_until: owner.premiumUntil,
});
