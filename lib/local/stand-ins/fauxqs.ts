import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { eachLine, exited, killGroup, spawnNode } from '../processes.ts';
import type { HostAnswer, HostRequest, QueueDepth } from './fauxqs-host.ts';

/** The SQS stand-in (npm: fauxqs), in its own process on a random loopback port. */
export interface QueueStandIn {
  origin: string;
  /** Creates the queue if it is not there yet. Attributes as in SQS's CreateQueue. */
  createQueue(name: string, attributes: Record<string, string>): Promise<void>;
  depth(name: string): Promise<QueueDepth>;
  setClock(offsetMs: number): Promise<void>;
  stop(): Promise<void>;
}

type Ask = HostRequest extends infer Request ? (Request extends HostRequest ? Omit<Request, 'id'> : never) : never;

/**
 * Every consumer of an earlier run has ended with it, so what they held is free again at once, in its old order.
 * In AWS the same message would come back when its visibility timeout ends.
 */
const releaseHeldMessages = (dataDir: string): void => {
  const path = join(dataDir, 'fauxqs.db');
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path);
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqs_messages'").get();
    if (known) database.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL');
  } finally {
    database.close();
  }
};

/**
 * @param dataDir where messages persist; null keeps them in memory
 * @throws when the process ends before it listens
 */
export const startFauxqs = async (options: {
  dataDir: string | null;
  region: string;
  clockOffsetMs: number;
  onOutput: (line: string) => void;
}): Promise<QueueStandIn> => {
  if (options.dataDir) releaseHeldMessages(options.dataDir);
  const child = spawnNode(fileURLToPath(new URL('./fauxqs-host.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      AWS_REGION: options.region,
      CLOCK_OFFSET_MS: String(options.clockOffsetMs),
      ...(options.dataDir ? { QUEUE_DATA_DIR: options.dataDir } : {}),
    },
  });
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, options.onOutput);

  const pending = new Map<number, (answer: Extract<HostAnswer, { id: number }>) => void>();
  let nextId = 1;
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The queue stand-in ended while starting (exit code ${code}).`)));
    child.on('message', (message: HostAnswer) => {
      if ('ready' in message) return resolve(message.port);
      pending.get(message.id)?.(message);
      pending.delete(message.id);
    });
  });

  const ask = (request: Ask): Promise<QueueDepth | null> =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      pending.set(id, (message) =>
        'error' in message ? reject(new Error(`Queue stand-in: ${message.error}`)) : resolve(message.answer),
      );
      child.send({ ...request, id });
    });

  return {
    origin: `http://127.0.0.1:${port}`,
    async createQueue(queue, attributes) {
      await ask({ ask: 'create', queue, attributes });
    },
    async depth(queue) {
      const depth = await ask({ ask: 'depth', queue });
      if (!depth) throw new Error(`There is no queue ${queue}.`);
      return depth;
    },
    async setClock(offsetMs) {
      await ask({ ask: 'clock', offsetMs });
    },
    async stop() {
      killGroup(child);
      await exited(child);
    },
  };
};
