import type { FoundInvocation } from '../../data/invocation-search.ts';

/** A call's columns in a file, by their API names. */
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

/** Without it, Excel reads the file in the machine's legacy character set. */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * A table in the format of RFC 4180. A cell that looks like a formula gets an apostrophe, so a call cannot run formulas
 * on its reader's machine (OWASP, CSV injection).
 */
export const csvOf = (calls: readonly FoundInvocation[]): string =>
  BYTE_ORDER_MARK +
  [Object.keys(columns), ...calls.map((call) => cells(call).map(([, value]) => value))]
    .map((row) => `${row.map(csvCell).join(',')}\r\n`)
    .join('');

/** The start of a formula, also in full width. Some programs recognise it after invisible characters. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const csvCell = (value: string | number | boolean | undefined): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The same as JSON, without unknown fields. */
export const jsonOf = (calls: readonly FoundInvocation[]): string =>
  `${JSON.stringify(
    calls.map((call) => Object.fromEntries(cells(call).filter(([, value]) => value !== undefined))),
    undefined,
    2,
  )}\n`;

/** A descriptive file name without characters that a file system rejects. */
export const fileNameOf = (webhookName: string, at: Date, format: 'csv' | 'json'): string => {
  const name = webhookName.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'webhook';
  return `${name}-${at.toISOString().slice(0, 16).replaceAll(':', '')}.${format}`;
};
