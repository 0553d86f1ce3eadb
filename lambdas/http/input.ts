import type * as z from 'zod';
import { AppError, type FieldError } from '../platform/errors.ts';

const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.map(String).join('.'), message: plain(message) }));

/** Replaces the schema library's message for a wrong type with ours. */
const plain = (message: string): string => {
  const [, expected, received] = /^Invalid input: expected (.+), received (.+)$/.exec(message) ?? [];
  if (received === undefined) return message;
  return received === 'undefined' ? 'is missing' : `must be of type ${expected}, not ${received}`;
};

/**
 * Turns a schema's message into a sentence. Some messages are whole sentences; others continue after the field's name.
 */
const sentence = ({ path, message }: FieldError): string =>
  /^[A-Z]/.test(message) ? message : `${path || 'The body'} ${message}`;

/**
 * Parses a part of the request by `schema`: drops unknown keys and fills in defaults. Throws `invalid-input` with a
 * list of the invalid fields (at most 20). Without a schema, the part is not read.
 */
export const parseInput = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error);
  throw new AppError('invalid-input', fields[0] ? sentence(fields[0]) : 'The request is invalid', { fields });
};
