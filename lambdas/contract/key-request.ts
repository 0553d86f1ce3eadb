import * as z from 'zod';
import { createdKey, newKey } from './api-key.ts';
import { MAX_NAME } from './bounds.ts';
import { count, shortName, timestamp } from './common.ts';

/** The code that the user compares or enters. Case, dashes and spaces are ignored. */
const code = z.string().max(20);

/** The body of POST /keys/requests, with which a program requests a key. A signed-in user approves or denies it. */
export const newKeyRequest = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'A name is required')
    .max(MAX_NAME, `must have at most ${MAX_NAME} characters`)
    .describe('A name for the program, such as the computer’s name. The user who answers sees it.'),
});

export const keyRequestStarted = z.object({
  code: code.describe('Eight letters for the user to enter.'),
  secret: z.string().max(60).describe('For the program only: the key is returned only with this secret.'),
  expires_in_seconds: count,
  interval_seconds: count.describe('Seconds to wait between two requests for the answer.'),
});

/** The body of POST /keys/requests/take. */
export const keyTaking = z.object({ code, secret: z.string().max(60) });

export const keyTaken = z.object({
  state: z.enum(['waiting', 'refused', 'ready']).describe('`ready` is returned once, and ends the request.'),
  key: createdKey.optional().describe('With `ready`.'),
});

/** GET /keys/requests/{id}: the data shown to the user before they approve or deny. */
export const keyRequest = z.object({
  name: shortName.describe('The program’s own name; it can be any text.'),
  ip: shortName.describe('The IP address of the program.'),
  created_at: timestamp,
  expires_at: timestamp,
});
export type KeyRequestWire = z.infer<typeof keyRequest>;

/** The body of POST /keys/requests/{id}/answer. */
export const keyRequestAnswer = z.object({
  key: newKey.nullable().describe('The key that the program gets; `null` rejects the request.'),
});
