/** The output at the terminal: one line per call, per delivery and per error. */
export interface Console {
  /** Prints a line in every mode. */
  say(text: string): void;
  /** Prints a line only with --verbose. */
  detail(source: string, text: string): void;
  /** A line of a function's log. `isWorker`: true if it handles no HTTP requests, so successes are shown too. */
  functionLine(functionName: string, line: string, isWorker: boolean): void;
  call(call: { method: string; path: string; functionName: string; status: number; durationMs: number }): void;
  problem(source: string, text: string): void;
}

const NAME_WIDTH = 12;
const PATH_WIDTH = 48;

const clip = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach the terminal.
const printable = (text: string) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '?');

/** Log fields shown on a line, in this order. */
const FIELDS = ['kind', 'outcome', 'reason', 'attempt', 'count', 'nextAttemptAt', 'dispatchId', 'requestId'];

interface LogLine {
  level: string;
  event: string;
  durationMs?: number;
  error?: { name?: string; message?: string; stack?: string };
  [field: string]: unknown;
}

const parseLogLine = (line: string): LogLine | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    const parsed = JSON.parse(line) as Partial<LogLine>;
    return typeof parsed.level === 'string' && typeof parsed.event === 'string' ? (parsed as LogLine) : undefined;
  } catch {
    return undefined;
  }
};

const describe = (line: LogLine): string => {
  const fields = FIELDS.filter((name) => line[name] !== undefined).map((name) =>
    name === 'attempt' ? `attempt ${line[name]}` : String(line[name]),
  );
  const took = line.durationMs === undefined ? [] : [`${Math.round(line.durationMs)} ms`];
  const error = line.error ? [`${line.error.name}: ${line.error.message}`] : [];
  return [line.event, ...fields, ...took, ...error].join(' · ');
};

/** Creates the console of a run. `now` is the product's time, so the times of the lines match the screens. */
export const createConsole = (options: {
  verbose: boolean;
  now: () => Date;
  write: (line: string) => void;
}): Console => {
  const line = (source: string, text: string) =>
    options.write(`${options.now().toISOString().slice(11, 19)}  ${source.padEnd(NAME_WIDTH)} ${printable(text)}`);
  return {
    say: options.write,
    detail: (source, text) => {
      if (options.verbose) line(source, text);
    },
    problem: line,
    functionLine(functionName, text, isWorker) {
      // Metrics for CloudWatch are shown only with --verbose.
      if (text.trim() === '' || (text.startsWith('{"_aws"') && !options.verbose)) return;
      const parsed = parseLogLine(text);
      if (options.verbose || !parsed) return line(functionName, text);
      if (parsed.level === 'info' && !isWorker) return;
      line(functionName, describe(parsed));
      // The stack shows the origin of an unknown error.
      if (parsed.level === 'error' && parsed.error?.stack) line(functionName, parsed.error.stack);
    },
    call({ method, path, functionName, status, durationMs }) {
      line(functionName, `${method} ${clip(path, PATH_WIDTH)} → ${status} · ${Math.round(durationMs)} ms`);
    },
  };
};
