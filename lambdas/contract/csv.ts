/** Without this mark, Excel reads a file in the machine's legacy character set. */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * Matches the start of a formula, also in full-width characters. Some programs recognise a formula after invisible
 * characters.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

type Cell = string | number | boolean | undefined;

const cellOf = (value: Cell): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Formats a table as CSV (RFC 4180). A cell that looks like a formula is prefixed with an apostrophe. Otherwise a call
 * could run formulas on a reader's machine (OWASP, CSV injection).
 */
export const csvOfRows = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
