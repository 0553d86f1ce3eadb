import * as z from 'zod';
import { numericIdInPath } from '../common.ts';

/** The path parameter `id` of a user, a webhook or a target. */
export const numeric = z.object({ id: numericIdInPath });

/** The path parameter `id` of an invocation. */
export const sortable = z.object({
  id: z
    .string()
    .max(40)
    .regex(/^[0-9a-z]{20,40}$/, 'is not an invocation ID'),
});

/** The path parameter `id` of a dispatch. */
export const dispatchInPath = z.object({
  id: z
    .string()
    .max(52)
    .regex(/^[0-9a-z]{20,40}-[0-9a-z]{1,11}$/, 'is not a dispatch ID'),
});

/** The path parameter `id` of an API key, an invitation or a passkey. */
export const keyInPath = z.object({
  id: z
    .string()
    .max(20)
    .regex(/^[0-9a-f]{20}$/, 'is not an ID of 20 hexadecimal digits'),
});

/** The path parameter `id` of a key request: the displayed code, as a person types it. */
export const codeInPath = z.object({
  id: z
    .string()
    .max(20)
    .regex(/^[A-Za-z]{4}[ -]?[A-Za-z]{4}$/, 'is not a code of eight letters'),
});

/** The path parameter `id` of a replay. */
export const replayInPath = z.object({
  id: z
    .string()
    .max(40)
    .regex(/^[\w-]{20,40}$/, 'is not a replay ID'),
});
