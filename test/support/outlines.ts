import { expect, it } from 'vitest';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';

/** The outline's text, line by line, for a JSON call without a template. */
export const linesOf = (payload: unknown, headers: Record<string, string> = {}): string[] =>
  defaultMessage({
    body: JSON.stringify(payload),
    contentType: 'application/json',
    headers,
    webhookName: 'Shop',
  }).split('\n');

export type Row = [what: string, payload: unknown, expected: string[], headers?: Record<string, string>];

/** A test for each call of a table. */
export const rows = (cases: Row[]): void =>
  it.each(cases)('%s', (_, payload, expected, headers) => expect(linesOf(payload, headers)).toEqual(expected));
