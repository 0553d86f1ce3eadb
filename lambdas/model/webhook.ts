import * as z from 'zod';
import { answerTypes, callMethods } from '#contract/answer';
import { type Model, toModel } from '#contract/names';
import { followChoice } from '#contract/states';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import type { WebhookSettings } from '#contract/webhook-settings';
import { ruleSchema } from './routing-rule.ts';
import { verificationSchema } from './verification.ts';

/** The defaults of a webhook's settings. */
export const webhookDefaults: Model<typeof WEBHOOK_DEFAULTS> & { oldRoutes: { route: string; until: string }[] } = {
  ...toModel(WEBHOOK_DEFAULTS),
  oldRoutes: [],
};

/**
 * A webhook. Its field names in the table differ, and the table can omit fields with a default. The contract explains
 * each setting.
 */
export const webhookSchema = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  /** Unguessable, URL-safe and never reused: the last part of the invoke URL. */
  route: z.string(),
  splitMessage: z.boolean(),
  useTemplate: z.boolean(),
  template: z.string(),
  enabled: z.boolean(),
  /** True if it was disabled because its last target was deleted. Selecting a target enables it again. */
  orphaned: z.literal(true).optional(),
  /** True if it holds its calls; see `invocations/held/`. */
  paused: z.boolean().default(webhookDefaults.paused),
  /** RFC 3339 UTC. */
  createdAt: z.string(),
  targetIds: z.array(z.number()),
  /** The number of the owner's older webhooks. Webhooks with a position beyond the plan's limit accept no calls. */
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
  silenceAlarmMinutes: z.number().nullable().default(webhookDefaults.silenceAlarmMinutes),
  /** Set while the silence alarm is active: the time of the last call, or of the webhook's creation (RFC 3339). */
  silentSince: z.string().optional(),
  format: z.enum(['plain', 'rich']).default(webhookDefaults.format),
  timeZone: z.string().default(webhookDefaults.timeZone),
  /** Previous URLs, oldest first. Each accepts calls until the given time (RFC 3339). */
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
  /** Routing; a target without a rule receives every call. */
  routing: z.array(ruleSchema).default(webhookDefaults.routing),
  /** The handling of calls about the same matter; see `dispatches/follow.ts`. */
  follow: followChoice.default(webhookDefaults.follow),
  /** The limit of single messages to a target; see `targets/digest.ts`. */
  digest: z.object({ after: z.number(), withinSeconds: z.number() }).nullable().default(webhookDefaults.digest),
  /** The calls that a person has to acknowledge; see `dispatches/watch.ts`. */
  acknowledge: z
    .object({
      from: z.enum(['critical', 'warning', 'always']),
      steps: z.array(z.object({ afterMinutes: z.number(), targetIds: z.array(z.number()) })),
    })
    .nullable()
    .default(webhookDefaults.acknowledge),
  /** If omitted, calls are not verified. */
  verification: verificationSchema.optional(),
});
export type Webhook = z.infer<typeof webhookSchema>;
export type OldRoute = Webhook['oldRoutes'][number];

/** The fields that accepting a call needs. The webhook's route has a copy of them. */
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

/** A client's webhook settings. Only name and targets are required. */
export type WebhookFields = Pick<Webhook, 'name' | 'targetIds'> & Partial<Pick<Webhook, keyof Model<WebhookSettings>>>;

/** True if a webhook can send the calls that its pause held. */
export const letsGo = ({ enabled, paused }: Pick<Webhook, 'enabled' | 'paused'>): boolean => enabled && !paused;
