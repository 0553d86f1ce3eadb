import { type OutlineInput, outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { writeOutline } from '../../lambdas/templates/without-template.ts';

/** The plain-text outline of a call. */
export const defaultMessage = (input: OutlineInput): string => writeOutline(outlineOf(input));

/** The outline's text, line by line, for a JSON call without a template. */
export const linesOf = (payload: unknown, headers: Record<string, string> = {}): string[] =>
  defaultMessage({
    body: JSON.stringify(payload),
    contentType: 'application/json',
    headers,
    webhookName: 'Shop',
  }).split('\n');
