import * as z from 'zod';
import { OLD_VALID_HOURS } from './bounds.ts';
import { count, shortName, timestamp } from './common.ts';

/** POST /webhook/{id}/rotate */
export const rotation = z.object({
  old_valid_hours: z
    .int()
    .min(0)
    .max(OLD_VALID_HOURS)
    .default(OLD_VALID_HOURS)
    .describe(
      'For how long the address before goes on taking calls. With `0` it ends at once, and with it all that were before.',
    ),
});

/** An address that a webhook had before and that still accepts calls. */
const replaced = z.object({
  route: shortName.describe('The last part of the invoke URL.'),
  until: timestamp.describe('It takes calls until then, and answers 404 afterwards, as an address that never was.'),
});

export const rotatedWebhook = z.object({
  route: shortName.describe('The last part of the new invoke URL.'),
  old_routes: z.array(replaced).max(3).describe('The addresses before that still take calls, oldest first.'),
});

export const oldRoutes = z
  .array(replaced.extend({ calls: count.describe('How many calls came by it since it was replaced.') }))
  .max(3);
