/**
 * The process in which the queue stand-in runs. It prepares what fauxqs has no option for, then answers the runner's
 * questions over IPC (`stand-ins/fauxqs.ts` is the other side).
 */
import { flushCompileCache, registerHooks } from 'node:module';
import net from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { endWithParent } from '../processes.ts';
import { installShiftedDate } from '../shifted-date.ts';
import { CORRECTED_MODULE, correctMessageStore } from './fauxqs-corrections.ts';

/** Messages of a queue that a consumer could receive right now or within two seconds, and all it holds. */
export interface QueueDepth {
  receivable: number;
  inFlight: number;
  waiting: number;
}

export type HostRequest =
  | { id: number; ask: 'clock'; offsetMs: number }
  | { id: number; ask: 'depth'; queue: string }
  | { id: number; ask: 'create'; queue: string; attributes: Record<string, string> };

export type HostAnswer =
  | { ready: true; port: number }
  | { id: number; answer: QueueDepth | null }
  | { id: number; error: string };

endWithParent();
const setOffset = installShiftedDate(Number(process.env.CLOCK_OFFSET_MS ?? 0));

// fauxqs binds all interfaces and has no option for another one; nothing here may be reachable from outside.
const listen = net.Server.prototype.listen as (...parameters: unknown[]) => net.Server;
net.Server.prototype.listen = function (this: net.Server, options?: unknown, ...rest: unknown[]) {
  const host = (options as { host?: string } | undefined)?.host;
  return listen.call(this, host === '0.0.0.0' ? { ...(options as object), host: '127.0.0.1' } : options, ...rest);
} as typeof net.Server.prototype.listen;

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql);
  // A killed process loses nothing without a sync per commit (the pages are the kernel's), and sends get 10x faster.
  if (sql.includes('journal_mode = WAL')) exec.call(this, 'PRAGMA synchronous = NORMAL');
};
const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (sql) {
  // fauxqs 2.4.1 writes NULL into these NOT NULL columns when a message is made visible at once, and fails.
  return prepare.call(
    this,
    sql.includes('UPDATE sqs_messages SET receipt_handle')
      ? sql.replace(/(approximate_receive_count|approximate_first_receive_timestamp) = \?/g, '$1 = COALESCE(?, $1)')
      : sql,
  );
};

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    return CORRECTED_MODULE.test(url) ? { ...loaded, source: correctMessageStore(String(loaded.source)) } : loaded;
  },
});

const { startFauxqs } = await import('fauxqs');
const dataDir = process.env.QUEUE_DATA_DIR;
const server = await startFauxqs({
  port: 0,
  logger: false,
  defaultRegion: process.env.AWS_REGION,
  ...(dataDir ? { dataDir } : {}),
});

/** The product often holds a message for a second to keep a provider's pace; whoever waits for quiet waits for it too. */
const SOON_MS = 2_000;

const depthOf = (queue: string): QueueDepth | null => {
  const found = server.inspectQueue(queue);
  if (!found) return null;
  const { ready, delayed, inflight } = found.messages;
  const now = Date.now() + SOON_MS;
  const isLate = (entry: { visibilityDeadline: number }) => entry.visibilityDeadline <= now;
  const held = inflight.filter((entry) => !isLate(entry));
  const locked = new Set(held.map((entry) => entry.message.messageGroupId).filter((group) => group !== undefined));
  const isFree = (message: { messageGroupId?: string }) =>
    message.messageGroupId === undefined || !locked.has(message.messageGroupId);
  const due = delayed.filter((message) => (message.delayUntil ?? 0) <= now);
  return {
    receivable: [...ready, ...due, ...inflight.filter(isLate).map((entry) => entry.message)].filter(isFree).length,
    inFlight: held.length,
    waiting: ready.length + delayed.length,
  };
};

const answer = (request: HostRequest): QueueDepth | null => {
  switch (request.ask) {
    case 'clock':
      setOffset(request.offsetMs);
      return null;
    case 'depth':
      return depthOf(request.queue);
    case 'create':
      // An existing queue keeps its messages and takes the template's attributes.
      if (!server.inspectQueue(request.queue)) server.createQueue(request.queue, { attributes: request.attributes });
      return null;
  }
};

const send = (message: HostAnswer) => process.send?.(message);
process.on('message', (request: HostRequest) => {
  try {
    send({ id: request.id, answer: answer(request) });
  } catch (error) {
    send({ id: request.id, error: String(error) });
  }
});
send({ ready: true, port: server.port });
// This process is killed and never exits, so what the next start needs not compile again is written down by hand.
flushCompileCache();
