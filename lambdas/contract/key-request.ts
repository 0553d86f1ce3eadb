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
    .describe('The name of the program, such as the computer’s name, which is shown to the user who answers.'),
});

export const keyRequestStarted = z.object({
  code: code.describe('The code of eight letters that the user enters.'),
  secret: z.string().max(60).describe('The program’s secret, which is required to retrieve the key.'),
  expires_in_seconds: count,
  interval_seconds: count.describe('The number of seconds to wait between polls for the answer.'),
});

/** The body of POST /keys/requests/take. */
export const keyTaking = z.object({ code, secret: z.string().max(60) });

export const keyTaken = z.object({
  state: z
    .enum(['waiting', 'refused', 'ready'])
    .describe('The state of the request. `ready` is returned once and ends the request.'),
  key: createdKey.optional().describe('The key; only with `ready`.'),
});

/** GET /keys/requests/{id}: the data shown to the user before they approve or deny. */
export const keyRequest = z.object({
  name: shortName.describe('The name that the program chose, which can be any text.'),
  ip: shortName.describe('The IP address of the program.'),
  created_at: timestamp,
  expires_at: timestamp,
});
export type KeyRequestWire = z.infer<typeof keyRequest>;

/** The body of POST /keys/requests/{id}/answer. */
export const keyRequestAnswer = z.object({
  key: newKey.nullable().describe('The key that the program gets; `null` rejects the request.'),
});
