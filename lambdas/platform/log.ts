import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

/** The fields of a log line. Their types keep bodies, tokens, passwords and full invoke URLs out of the log. */
interface LogFields {
  requestId?: string;
  /** The public id of an API key, which does not reveal the key. */
  keyId?: string;
  /** The scopes of an API key. */
  scopes?: string;
  /** The user's id. It is logged only as a hash, so lines about a user can be found without identifying the user. */
  userId?: number;
  /** The id of a member who acts in the account of `userId`; also logged as a hash. */
  memberId?: number;
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

const context = new AsyncLocalStorage<LogFields>();

/** Runs `work`, and adds these fields to every line that it logs. */
export const withLogFields = <Result>(fields: LogFields, work: () => Result): Result =>
  context.run({ ...context.getStore(), ...fields }, work);

/** Adds fields to all further lines of the current {@link withLogFields}. */
export const addLogFields = (fields: LogFields): void => {
  Object.assign(context.getStore() ?? {}, fields);
};

/** A user's pseudonym in the log: the first 12 hex digits of the SHA-256 of the id in decimal. */
export const userHash = (userId: number): string =>
  createHash('sha256').update(String(userId)).digest('hex').slice(0, 12);

const write = (level: Level, event: string, fields: LogFields, error?: unknown): void => {
  const { userId, memberId, ...others } = { ...context.getStore(), ...fields };
  const line = {
    level,
    event,
    time: new Date().toISOString(),
    ...(userId && { user: userHash(userId) }),
    ...(memberId && { member: userHash(memberId) }),
    ...others,
    ...(error ? { error: describe(error) } : {}),
  };
  // Each line is one JSON document. JSON escapes control characters, so no value can forge a second line.
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const describe = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { message: String(error) };

/** The logger. `event` is a constant phrase such as `call accepted`; variable data goes into the fields. */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}, error?: unknown) => write('warn', event, fields, error),
  error: (event: string, fields: LogFields = {}, error?: unknown) => write('error', event, fields, error),
};
