import { renderCall } from '../../lambdas/templates/render-call.ts';
import type { Sample } from './samples.ts';

export interface Rendered {
  message?: string;
  error?: { code: string; message: string; line: number; column: number; hint?: string };
  warnings?: { code: string; line: number; column: number }[];
}

/** Renders a call’s message with the product's own renderer. Sends no requests. */
export const rendered = (sample: Sample, template: string | undefined, webhookName: string): Rendered => {
  const { method, query, content_type: contentType, headers, body, body_base64 } = sample;
  const facts = {
    method,
    query,
    contentType,
    headers,
    body: body ?? '',
    ...(body === undefined && body_base64 !== undefined && { undecodable: true }),
  };
  const result = renderCall({ ...facts, template, webhookName });
  if (!('error' in result)) return { message: result.message, ...(result.warnings && { warnings: result.warnings }) };
  const { code, message, line, column, hint } = result.error;
  return { error: { code, message, line, column, ...(hint !== undefined && { hint }) } };
};
