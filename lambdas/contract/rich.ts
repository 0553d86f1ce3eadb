import * as z from 'zod';
import { MAX_RENDERED } from './common.ts';

const text = z.string().max(MAX_RENDERED);
const address = z.string().max(2100);
const flag = z.literal(true).optional();

export const severity = z.enum(['ok', 'info', 'warning', 'critical']);

/** Maximum number of blocks or runs in a message, which is its maximum length in UTF-16 units. */
const MAX_PARTS = 102_400;

/** Stretches of text, each with uniform formatting. */
const runs = z
  .array(
    z.object({
      text,
      bold: flag,
      italic: flag,
      strike: flag,
      code: flag,
      link: address.optional(),
      time: z.number().optional().describe('A time in seconds since 1970; `text` is this time as text.'),
    }),
  )
  .max(MAX_PARTS);

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['paragraph', 'heading', 'quote']), runs }),
  z.object({ kind: z.literal('code'), text, language: z.string().max(30).optional() }),
  z.object({
    kind: z.literal('list'),
    items: z
      .array(z.object({ runs, depth: z.int().min(0).max(4), number: z.int().min(0).max(999_999_999).optional() }))
      .max(MAX_PARTS),
  }),
  z.object({ kind: z.literal('rule') }),
]);

/** A formatted message. Its texts contain no markup; each target kind adds its own. */
export const richMessage = z.object({
  title: runs.optional(),
  link: address.optional().describe('The title’s destination.'),
  place: text.optional().describe('The title’s repository, project or shop.'),
  severity: severity.optional(),
  blocks: z.array(block).max(MAX_PARTS),
  facts: z
    .array(z.object({ label: text, runs }))
    .max(25)
    .optional(),
  buttons: z
    .array(z.object({ label: text, url: address }))
    .max(3)
    .optional(),
});
