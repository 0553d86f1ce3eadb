import * as z from 'zod';
import { OLD_VALID_HOURS } from './bounds.ts';
import { count, shortName, timestamp } from './common.ts';

/** The body of POST /webhook/{id}/rotate. */
export const rotation = z.object({
  old_valid_hours: z
    .int()
    .min(0)
    .max(OLD_VALID_HOURS)
    .default(OLD_VALID_HOURS)
    .describe(
      'Number of hours for which the earlier URL continues to accept calls. With `0`, this URL and all older ones stop working immediately.',
    ),
});

/** A previous invoke URL that still accepts calls. */
const replaced = z.object({
  route: shortName.describe('The last part of the invoke URL.'),
  until: timestamp.describe(
    'The time until which the URL accepts calls. Afterwards it returns 404, like a URL that never existed.',
  ),
});

export const rotatedWebhook = z.object({
  route: shortName.describe('The last part of the new invoke URL.'),
  old_routes: z.array(replaced).max(3).describe('Earlier URLs that still accept calls, oldest first.'),
});

export const oldRoutes = z
  .array(replaced.extend({ calls: count.describe('Number of calls to this URL since it was replaced.') }))
  .max(3);
