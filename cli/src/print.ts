import type { Response } from '../../lambdas/contract/messages.ts';
import type { Io } from './io.ts';

export type Call = Response<'getInvocation'>;

const COLOURS = { green: 32, red: 31, yellow: 33, dim: 2 } as const;

export const colour = (name: keyof typeof COLOURS, text: string, { colours }: Io): string =>
  colours ? `\u001b[${COLOURS[name]}m${text}\u001b[0m` : text;

/** Removes control characters from a stranger's text, so it cannot move the cursor, change colours or set a title. */
export const harmless = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');

/** Converts a stranger's text to one harmless line with at most `most` characters. */
export const inLine = (text: string, most = 80): string => {
  const line = harmless(text).replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};

export const printJson = (value: unknown, io: Io): void => io.out(`${JSON.stringify(value, undefined, 2)}\n`);
export const printLine = (value: unknown, io: Io): void => io.out(`${JSON.stringify(value)}\n`);

/** Prints rows in aligned columns. The last column can have any length. */
export const printTable = (head: string[], rows: string[][], io: Io): void => {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  all.forEach((row, index) => {
    const line = row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ');
    io.out(`${index === 0 ? colour('dim', line, io) : line}\n`);
  });
};

const MARKS = {
  success: ['green', 'delivered'],
  partial: ['yellow', 'partly'],
  error: ['red', 'failed'],
  pending: ['dim', 'waiting'],
  skipped: ['dim', 'unwanted'],
} as const;

export const statusOf = (status: Call['status'], io: Io): string => {
  const [tone, word] = MARKS[status];
  return colour(tone, word.padEnd(9), io);
};

const bytes = (size: number): string =>
  size < 1024
    ? `${size} B`
    : size < 1024 ** 2
      ? `${(size / 1024).toFixed(1)} KB`
      : `${(size / 1024 ** 2).toFixed(1)} MB`;

/** Formats a time as the time of day in UTC, with the date if it is not today. */
export const timeOf = (at: string, now: Date): string => {
  const [day, time] = [at.slice(0, 10), at.slice(11, 19)];
  return day === now.toISOString().slice(0, 10) ? time : `${day} ${time}`;
};

/** Describes a call on one line: its method, the title of its message or the start of its body, and its size. */
export const briefOf = ({ method, message, raw_body, raw_body_encoding, size }: Call, most = 60): string => {
  const told = message?.title ?? (raw_body_encoding === 'utf8' ? raw_body.slice(0, 400) : '(binary)');
  return `${inLine(method, 8).padEnd(5)} ${inLine(told || '(no body)', most)} ${`(${bytes(size)})`}`;
};
