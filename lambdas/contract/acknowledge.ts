import * as z from 'zod';
import { ESCALATION } from './bounds.ts';
import { numericId, shortName, timestamp } from './common.ts';

const { minutes, steps, targets } = ESCALATION;

/** A step of an escalation: the targets that also get a call, and when. */
export const escalationStep = z.object({
  after_minutes: z
    .int('must be a whole number of minutes')
    .min(minutes.min, `must be at least ${minutes.min} minute`)
    .max(minutes.max, `must be at most ${minutes.max} minutes`)
    .describe('Minutes from the first message without an acknowledgement.'),
  target_ids: z
    .array(numericId)
    .min(1, 'must have at least one target')
    .max(targets, `must have at most ${targets} targets`)
    .describe('The targets that get the call. None of them can be a target of the webhook or of another step.'),
});

/** The calls that a person has to acknowledge, and the steps that follow while no one does. */
export const acknowledgeChoice = z.object({
  from: z
    .enum(['critical', 'warning', 'always'])
    .describe('The lowest severity of calls that a person has to acknowledge. `always`: each call.'),
  steps: z
    .array(escalationStep)
    .min(1, 'must have at least one step')
    .max(steps, `must have at most ${steps} steps`)
    .superRefine((all, { addIssue }) => {
      all.forEach(({ after_minutes }, index) => {
        const before = all[index - 1];
        if (before && after_minutes <= before.after_minutes)
          addIssue({
            code: 'custom',
            path: [index, 'after_minutes'],
            message: `must be more than ${before.after_minutes}, the minutes of the step before`,
          });
      });
    })
    .describe('The steps, in the order of their minutes.'),
});
export type AcknowledgeChoice = z.infer<typeof acknowledgeChoice>;

/** A call's acknowledgement. */
export const acknowledgement = z.object({
  state: z
    .enum(['not-wanted', 'waiting', 'acknowledged', 'resolved'])
    .describe(
      'The state. `not-wanted`: the call needs no acknowledgement, or its time is over. `waiting`: no one has acknowledged it. `resolved`: a later call has resolved its matter.',
    ),
  at: timestamp.optional().describe('The time of the acknowledgement or of the resolution.'),
  by: shortName
    .optional()
    .describe(
      'The first to acknowledge: a user’s address up to its “@”, a person’s name at the provider, or, for a link, its target and “(by link)”.',
    ),
  next_at: timestamp.optional().describe('The time of the next step, if there is one.'),
  next_target_ids: z.array(numericId).max(targets).optional().describe('The targets of the next step.'),
});
export type AcknowledgementWire = z.infer<typeof acknowledgement>;
