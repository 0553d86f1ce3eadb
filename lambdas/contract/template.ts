import * as z from 'zod';
import { MAX_RENDERED, shortName, words } from './common.ts';
import { subject } from './invocation.ts';
import { richMessage } from './rich.ts';
import { timeZone } from './time-zone.ts';
import { newSubjectChoice } from './webhook.ts';
import { format } from './webhook-settings.ts';

/**
 * POST /templates/sandbox. In addition to the two specified fields, it accepts a stored call's data for variables such
 * as `$headers`.
 */
export const sandboxRequest = z.object({
  body: z.string().max(1_048_576),
  // More than MAX_TEMPLATE, so a template that is too long causes the template error E2004.
  template: z.string().max(65_536),
  content_type: z.string().max(255).optional(),
  headers: z.record(z.string().max(255), z.string().max(10_240)).optional(),
  query: z.string().max(10_240).optional(),
  method: z.string().max(20).optional(),
  format: format
    .optional()
    .describe('The message format. `rich`: the template is Markdown, and the response includes the formatted message.'),
  time_zone: timeZone.optional().describe('The IANA name of the time zone for times in the message. By default, UTC.'),
  subject: newSubjectChoice
    .optional()
    .describe(
      'The rules for the subject; by default, `auto`. If they are sent, the response contains the subject, and an empty template counts as none.',
    ),
});
export type SandboxRequest = z.infer<typeof sandboxRequest>;

/** A line or column, counted from 1. */
const position = z.int().min(1);

/** `error` is the formatted text; `problem` has its parts for an editor. Lines and columns are counted from 1. */
export const sandboxResult = z.object({
  rendered_message: z.string().max(MAX_RENDERED),
  rich: richMessage.optional().describe('The formatted message, if requested. `rendered_message` is its text.'),
  subject: subject.optional().describe('The call’s subject. Only with `rich`, or if `subject` was sent.'),
  subject_problem: z
    .object({ field: z.enum(['key', 'state', 'severity', 'title', 'link']), code: shortName, message: words })
    .optional()
    .describe('The rule that failed. If present, the response has no subject.'),
  error: words.optional(),
  problem: z
    .object({ code: shortName, message: words, line: position, column: position, hint: words.optional() })
    .optional(),
  warnings: z
    .array(z.object({ code: shortName, line: position, column: position }))
    .max(100)
    .optional(),
});
export type SandboxResult = z.infer<typeof sandboxResult>;
