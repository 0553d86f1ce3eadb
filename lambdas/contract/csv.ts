/** Without this mark, Excel reads the file in the machine's legacy character set. */
const BYTE_ORDER_MARK = '\u{feff}';

/** The start of a formula, also in full width. Some programs recognise it after invisible characters. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

type Cell = string | number | boolean | undefined;

const cellOf = (value: Cell): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * A table in the format of RFC 4180. A cell that looks like a formula gets an apostrophe, so a call cannot run formulas
 * on its reader's machine (OWASP, CSV injection).
 */
export const csvOfRows = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
