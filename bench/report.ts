import { availableParallelism, loadavg } from 'node:os';

/** A line of the table: a measured value and its limit. */
export interface Row {
  what: string;
  value: number;
  /** The highest or lowest acceptable value. Without it, the line is only informative. */
  bar?: { most: number } | { least: number };
  /** The values of the two reference servers, from the same run. */
  anchors?: { memory: number; durable: number };
  /** The effect on users if the limit is missed. */
  felt?: string;
}

/** A part of the benchmark. It can print details, such as a table by size, before the summary. */
export type Subject = () => Promise<Row[]>;

const format = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** A value that could not be measured misses its limit. */
const isMissed = ({ value, bar }: Row): boolean =>
  bar !== undefined && !('most' in bar ? value <= bar.most : value >= bar.least);

const barOf = ({ bar }: Row) => (bar === undefined ? '' : 'most' in bar ? `≤ ${bar.most}` : `≥ ${bar.least}`);

const columnsOf = (row: Row) => {
  const { value, bar, anchors } = row;
  const limit = bar && ('most' in bar ? bar.most : bar.least);
  return {
    what: row.what,
    bar: barOf(row),
    value: format(value),
    'ratio to bar': limit ? format(value / limit) : '',
    'ratio to anchors (memory, durable)': anchors
      ? `${format(value / anchors.memory)}, ${format(value / anchors.durable)}`
      : '',
    '': bar === undefined ? '' : isMissed(row) ? 'MISSED' : 'ok',
    'users would feel': bar ? (row.felt ?? '') : '',
  };
};

/** Formats rows as a Markdown table with columns of equal width. */
export const tableOf = (rows: Record<string, string>[]): string => {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(name.length, 3, ...rows.map((row) => (row[name] ?? '').length)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [
    line(names),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map((row) => line(names.map((name) => row[name] ?? ''))),
  ].join('\n');
};

/**
 * Prints the rows as a table, and the number of missed limits.
 * @returns that number
 */
export const report = (rows: Row[], seconds: number): number => {
  const missed = rows.filter(isMissed).length;
  const [load = 0] = loadavg();
  console.log(
    `\nNode ${process.version}, ${availableParallelism()} cores, load ${load.toFixed(1)}, ${seconds.toFixed(0)} s`,
  );
  console.log(tableOf(rows.map(columnsOf)));
  console.log(
    missed === 0 ? 'Every bar is met.' : `${missed} of ${rows.filter(({ bar }) => bar).length} bars are missed.`,
  );
  return missed;
};
