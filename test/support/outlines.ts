import { defaultMessage } from '../../lambdas/templates/default-message.ts';

/** The outline's text, line by line, for a JSON call without a template. */
export const linesOf = (payload: unknown, headers: Record<string, string> = {}): string[] =>
  defaultMessage({
    body: JSON.stringify(payload),
    contentType: 'application/json',
    headers,
    webhookName: 'Shop',
  }).split('\n');
