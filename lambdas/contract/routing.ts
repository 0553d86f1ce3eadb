import * as z from 'zod';
import { MAX_CONDITIONS, MAX_ROUTING_EXPRESSION, MAX_TARGETS, MAX_TEMPLATE } from './bounds.ts';
import { numericId } from './common.ts';
import { condition } from './routing-condition.ts';
import { timeZone } from './time-zone.ts';

export const when = z.union([
  z.object({ match: z.enum(['all', 'any']), conditions: z.array(condition).min(1).max(MAX_CONDITIONS) }),
  z.object({
    expression: z
      .string()
      .trim()
      .min(1)
      .max(MAX_ROUTING_EXPRESSION)
      .describe(
        'A JSONata expression over the payload, as in templates. The result counts as in `{{#if}}`. A failing expression counts as true, so no message is lost.',
      ),
  }),
]);
export type When = z.infer<typeof when>;

const time = (pattern: RegExp) => z.string().regex(pattern, 'must be a time such as 07:30');

const hours = z.object({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'contains a day twice')
    .describe('Days on which quiet hours begin: 1 is Monday, 7 is Sunday.'),
  from: time(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  to: time(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/).describe(
    'The end of the quiet hours. On the next day if not after `from`.',
  ),
  zone: timeZone.describe('The IANA name of the time zone.'),
  unless: z
    .enum(['critical', 'warning'])
    .nullable()
    .describe('The severity from which calls are sent despite quiet hours.'),
  action: z
    .enum(['hold', 'drop'])
    .describe('The treatment of messages during quiet hours. `hold`: sent at the end, in order. `drop`: skipped.'),
});
export type QuietHours = z.infer<typeof hours>;

/** Quiet hours in a request. By default, they apply to all messages and hold them. */
export const quietHours = hours
  .extend({ unless: hours.shape.unless.default(null), action: hours.shape.action.default('hold') })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from the start time' })
  .refine(({ days, from, to }) => !(days.length === 7 && from === '00:00' && to === '24:00'), {
    path: ['days'],
    message: 'cover the whole week, so no message could be sent',
  });

const rule = z.object({
  target_id: numericId,
  when: when.nullable().describe('The condition for calls. `null`: every call.'),
  template: z
    .string()
    .max(MAX_TEMPLATE)
    .nullable()
    .describe('The target’s template, which replaces the webhook’s. `null`: none.'),
  quiet: hours.nullable(),
  otherwise: z
    .boolean()
    .describe(
      '`true` if the target gets the calls that match no rule with a `when`. Allowed for one rule, without a `when`.',
    ),
});

/** Routing rules in the API. A target without a rule receives every call. */
export const routing = z.array(rule).max(MAX_TARGETS);

const { shape } = rule;

/** A routing rule in a request. By default, the target gets every call immediately, with the webhook's template. */
export const newRule = rule.extend({
  when: shape.when.default(null),
  template: shape.template.default(null),
  quiet: quietHours.nullable().default(null),
  otherwise: shape.otherwise.default(false),
});

/** Routing rules in a request. */
export const newRouting = z
  .array(newRule)
  .max(MAX_TARGETS)
  .refine(
    (rules) => new Set(rules.map(({ target_id }) => target_id)).size === rules.length,
    'has two rules for a target',
  )
  .refine((rules) => rules.filter(({ otherwise }) => otherwise).length <= 1, 'has two rules with `otherwise`')
  .refine((rules) => !rules.some((it) => it.otherwise && it.when), 'has a rule with both `when` and `otherwise`');
