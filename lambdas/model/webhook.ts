import * as z from 'zod';
import { answerTypes, callMethods } from '#contract/answer';
import { type Model, toModel } from '#contract/names';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import type { WebhookSettings } from '#contract/webhook-settings';
import { ruleSchema } from './routing-rule.ts';
import { verificationSchema } from './verification.ts';

/** What holds for a webhook as long as its owner says nothing else. */
export const webhookDefaults: Model<typeof WEBHOOK_DEFAULTS> & { oldRoutes: { route: string; until: string }[] } = {
  ...toModel(WEBHOOK_DEFAULTS),
  oldRoutes: [],
};

/**
 * A webhook as the domain knows it, and as the table keeps it under names of its own. What has a default may be missing in
 * the table; the contract says what each choice means.
 */
export const webhookSchema = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  /** Unguessable, URL-safe, never reused: the last part of the invoke URL. */
  route: z.string(),
  splitMessage: z.boolean(),
  useTemplate: z.boolean(),
  template: z.string(),
  enabled: z.boolean(),
  /** Disabled by the loss of its last target rather than by its owner: the next choice of targets enables it. */
  orphaned: z.literal(true).optional(),
  /** Holds its calls; see `invocations/held/`. */
  paused: z.boolean().default(webhookDefaults.paused),
  /** RFC 3339 UTC. */
  createdAt: z.string(),
  targetIds: z.array(z.number()),
  /** How many of the owner's webhooks are older; those beyond the plan's number stop accepting calls. */
  position: z.number(),
  intake: z
    .object({
      duplicates: z.enum(['off', 'mark', 'drop']),
      duplicateWindowMinutes: z.number(),
      answerHandshakes: z.boolean(),
      verifyToken: z.string(),
      duplicateFields: z.array(z.string()).default(webhookDefaults.intake.duplicateFields),
      methods: z.array(z.enum(callMethods)).default(webhookDefaults.intake.methods),
      answer: z
        .object({ status: z.number(), contentType: z.enum(answerTypes), body: z.string() })
        .nullable()
        .default(webhookDefaults.intake.answer),
    })
    .default(webhookDefaults.intake),
  retentionDays: z.number().nullable().default(webhookDefaults.retentionDays),
  format: z.enum(['plain', 'rich']).default(webhookDefaults.format),
  timeZone: z.string().default(webhookDefaults.timeZone),
  /** Addresses before the current one, oldest first. Each takes calls until then (RFC 3339). */
  oldRoutes: z.array(z.object({ route: z.string(), until: z.string() })).default(webhookDefaults.oldRoutes),
  subject: z
    .object({
      from: z.enum(['auto', 'own', 'off']),
      key: z.string(),
      state: z.string(),
      severity: z.string(),
      title: z.string(),
      link: z.string(),
    })
    .default(webhookDefaults.subject),
  /** Routing; a target without a rule gets everything. */
  routing: z.array(ruleSchema).default(webhookDefaults.routing),
  /** Verification of it; left out = everybody. */
  verification: verificationSchema.optional(),
});
export type Webhook = z.infer<typeof webhookSchema>;
export type OldRoute = Webhook['oldRoutes'][number];

/** What accepting a call needs of a webhook, so that its route repeats it. */
export const routeSchema = webhookSchema.pick({
  userId: true,
  enabled: true,
  paused: true,
  targetIds: true,
  position: true,
  intake: true,
  retentionDays: true,
  verification: true,
});

/** What a client chooses of a webhook. All but name and targets may be left out. */
export type WebhookFields = Pick<Webhook, 'name' | 'targetIds'> & Partial<Pick<Webhook, keyof Model<WebhookSettings>>>;

/** Whether a webhook lets the calls go that its pause has held. */
export const letsGo = ({ enabled, paused }: Pick<Webhook, 'enabled' | 'paused'>): boolean => enabled && !paused;
