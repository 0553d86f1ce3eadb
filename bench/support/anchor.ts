import { fdatasync, openSync, write } from 'node:fs';
import { Agent, createServer, request } from 'node:http';

/**
 * The reference servers for comparison: relays that take an hour to write, without accounts, quotas or pages. `memory`
 * responds first, stores nothing, and loses everything in a crash. `durable` responds once the call is on disk, records
 * deliveries, and retries up to five times. Calls that arrive during a sync to disk share the next one. Started as
 * `node bench/support/anchor.ts <sink> memory|durable <log file>`; prints its URL.
 */
const [, , sink = '', kind, logFile = ''] = process.argv;
const durable = kind === 'durable';
const MAX_RETRIES = 5;
const FIRST_WAIT_MS = 500;

type Push = { repository: { full_name: string }; pusher: { name: string }; head_commit: { message: string } };
const message = (push: Push) =>
  `${push.repository.full_name}: ${push.pusher.name} pushed "${push.head_commit.message}"`;

/** Creates a log. Each appended line is reported as soon as it is on disk. */
const createLog = (file: string) => {
  const descriptor = openSync(file, 'a');
  let waiting: { line: string; done: () => void }[] = [];
  let syncing = false;
  const sync = () => {
    if (syncing || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    syncing = true;
    write(descriptor, batch.map(({ line }) => line).join(''), () =>
      fdatasync(descriptor, () => {
        syncing = false;
        for (const { done } of batch) done();
        sync();
      }),
    );
  };
  return (entry: object) =>
    new Promise<void>((done) => {
      waiting.push({ line: `${JSON.stringify(entry)}\n`, done });
      sync();
    });
};

const log = durable ? createLog(logFile) : undefined;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

const send = (text: string): Promise<boolean> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ text });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(sink, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve((answer.statusCode ?? 500) < 300));
    });
    call.on('error', () => resolve(false));
    call.end(body);
  });

const deliver = async (id: number, raw: string): Promise<void> => {
  for (let attempt = 0; attempt <= MAX_RETRIES; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (attempt - 1)));
    const delivered = await send(message(JSON.parse(raw)));
    if (delivered) return log?.({ delivered: id });
    if (!log) return;
  }
};

let calls = 0;
const server = createServer((incoming, answer) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', async () => {
    const id = ++calls;
    const raw = Buffer.concat(chunks).toString();
    await log?.({ id, headers: incoming.headers, raw });
    answer.writeHead(202).end();
    void deliver(id, raw);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}\n`);
});
