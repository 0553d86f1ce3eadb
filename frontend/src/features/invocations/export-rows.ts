import { csvOfRows } from '#contract/csv';
import type { FoundInvocation } from '../../data/invocation-search.ts';

/** The columns of an exported call, by their API names. */
const columns = {
  id: ({ id }) => id,
  invoked_at: ({ invokedAt }) => invokedAt,
  status: ({ status }) => status,
  title: ({ message }) => message?.title,
  severity: ({ message }) => message?.severity,
  sender: ({ message }) => message?.sender,
  event: ({ message }) => message?.event,
  messages: ({ numDispatches }) => numDispatches,
  delivered_after_ms: ({ deliveredAfterMs }) => deliveredAfterMs,
  method: ({ method }) => method,
  query: ({ query }) => query,
  content_type: ({ contentType }) => contentType,
  ip: ({ ip }) => ip,
  by_old_url: ({ byOldUrl }) => byOldUrl ?? false,
  size: ({ size }) => size,
  body: ({ rawBody }) => rawBody,
  body_encoding: ({ rawBodyEncoding }) => rawBodyEncoding,
  body_truncated: ({ rawBodyTruncated }) => rawBodyTruncated,
} satisfies Record<string, (call: FoundInvocation) => string | number | boolean | undefined>;

const cells = (call: FoundInvocation) => Object.entries(columns).map(([name, of]) => [name, of(call)] as const);

/** The calls as CSV, with the API's names as columns. */
export const csvOf = (calls: readonly FoundInvocation[]): string =>
  csvOfRows([Object.keys(columns), ...calls.map((call) => cells(call).map(([, value]) => value))]);

/** The calls as JSON, without undefined fields. */
export const jsonOf = (calls: readonly FoundInvocation[]): string =>
  `${JSON.stringify(
    calls.map((call) => Object.fromEntries(cells(call).filter(([, value]) => value !== undefined))),
    undefined,
    2,
  )}\n`;

/** A file name from the webhook's name and the time, without special characters. */
export const fileNameOf = (webhookName: string, at: Date, format: 'csv' | 'json'): string => {
  const name = webhookName.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'webhook';
  return `${name}-${at.toISOString().slice(0, 16).replaceAll(':', '')}.${format}`;
};
