/** What a log line may say. Typed fields keep bodies, tokens, passwords and full invoke URLs out by construction. */
export interface LogFields {
  requestId?: string;
  userId?: number;
  webhookId?: number;
  targetId?: number;
  invocationId?: string;
  dispatchId?: string;
  kind?: string;
  outcome?: string;
  status?: number;
  method?: string;
  route?: string;
  action?: string;
  reason?: string;
  count?: number;
  durationMs?: number;
  attempt?: number;
  nextAttemptAt?: string;
  ip?: string;
}

type Level = 'info' | 'warn' | 'error';

const write = (level: Level, event: string, fields: LogFields, error?: unknown): void => {
  const line = {
    level,
    event,
    time: new Date().toISOString(),
    ...fields,
    ...(error ? { error: describe(error) } : {}),
  };
  // One JSON document a line: JSON escapes control characters, so that no value can forge a second line.
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const describe = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { message: String(error) };

/** The one logger. `event` is a constant phrase such as `call accepted`; everything variable goes into the fields. */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}, error?: unknown) => write('warn', event, fields, error),
  error: (event: string, fields: LogFields = {}, error?: unknown) => write('error', event, fields, error),
};
