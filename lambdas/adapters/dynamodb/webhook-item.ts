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

/** Verification, stored as JSON text. So only calls to webhooks with verification spend time on parsing it. */
const verification = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(verificationSchema)
  .optional();

/**
 * Converts verification to text with a fixed order of fields, so a write can compare it with the value that was read.
 */
export const textOf = (calling: Verification): string => JSON.stringify(verificationSchema.parse(calling));

/** Routing, also stored as JSON text, because conditions can contain texts and numbers that the table rejects. */
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

/** Parses a route's copy of its webhook and of the owner's subscription status. */
export const parseRoute = (item: object): Route => {
  const { ownerStatus, premiumUntil, ...route } = storedRoute.parse(renamed(camel, item));
  return { ...route, owner: { status: ownerStatus, premiumUntil } };
};

/** The defaults of fields that the table can omit. */
const defaults: Record<string, unknown> = Object.fromEntries(
  Object.entries(webhookSchema.shape).flatMap(([name, field]) => {
    const { success, data } = field.safeParse(undefined);
    return success ? [[name, data]] : [];
  }),
);

/**
 * Converts fields to attributes. Defaults are left out, so the route stays small.
 * @returns the attributes, and the names of the omitted ones
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
  const kept = Object.fromEntries(Object.entries(all).filter(isNonDefault));
  const absent = Object.keys(all).filter((name) => !(name in kept));
  return { attributes: renamed(snake, kept), absent: absent.map(snake) };
};

/** Creates an id for a version of a webhook. */
export const newWebhookVersion = () => newToken(6);

/**
 * Converts a webhook to its item.
 * @param checkAt time of the next check of its silence alarm; undefined if it has none
 */
export const webhookItem = (webhook: Webhook, webhookVersion: string, checkAt?: string) => ({
  ...key.webhook(webhook.userId, webhook.id),
  ...attributesOf(webhook).attributes,
  webhook_version: webhookVersion,
  ...(checkAt && { due_pk: dueIndex.silences, due_sk: checkAt }),
});

/** Converts a webhook to the attributes that its routes copy, so accepting a call needs one read. */
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
