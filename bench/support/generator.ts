import { Agent, request } from 'node:http';
import { eventMark } from './sink.ts';

/** Measurements of a load. Times in milliseconds from the planned send to the response. */
export interface LoadResult {
  accepted: number;
  /** The numbers of the events that were accepted. */
  acceptedNumbers: number[];
  /** The number of failed calls, by status or error code. */
  refused: Map<string, number>;
  answerMs: number[];
  /** Seconds of real time from the first send to the last response. */
  seconds: number;
}

/** A body for a numbered event; its message has to contain `mark`. */
type Body = (mark: string) => string;

interface Load {
  /** One invoke URL per lane; events are distributed in turn. */
  urls: string[];
  body: Body;
  firstNumber: number;
  /** Headers of the call; by default a GitHub push. */
  headers?: Record<string, string>;
}

const PUSH_HEADERS = { 'content-type': 'application/json', 'x-github-event': 'push' };

const send = (url: string, agent: Agent, text: string, own: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const body = Buffer.from(text);
    const headers = { ...own, 'content-length': body.length };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)));
    });
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.end(body);
  });

const run = async (load: Load, drive: (one: (at: bigint) => Promise<void>) => Promise<void>): Promise<LoadResult> => {
  // A sender beyond the capacity does not wait for a free connection either.
  const agent = new Agent({ keepAlive: true, maxSockets: 2048 });
  const result: LoadResult = {
    accepted: 0,
    acceptedNumbers: [],
    refused: new Map(),
    answerMs: [],
    seconds: 0,
  };
  let number = load.firstNumber;
  const started = process.hrtime.bigint();
  await drive(async (at) => {
    const mine = number++;
    const url = load.urls[mine % load.urls.length] as string;
    const status = await send(url, agent, load.body(eventMark(mine, at)), load.headers ?? PUSH_HEADERS);
    if (status === '202') {
      result.accepted += 1;
      result.acceptedNumbers.push(mine);
      result.answerMs.push(Number(process.hrtime.bigint() - at) / 1e6);
      return;
    }
    result.refused.set(status, (result.refused.get(status) ?? 0) + 1);
  });
  result.seconds = Number(process.hrtime.bigint() - started) / 1e9;
  agent.destroy();
  return result;
};

/** Makes calls one after the other over `connections` connections, until the time or the calls are used up. */
export const closedLoop = (
  load: Load,
  connections: number,
  { seconds, calls = Number.POSITIVE_INFINITY }: { seconds: number; calls?: number },
): Promise<LoadResult> =>
  run(load, async (one) => {
    const end = process.hrtime.bigint() + BigInt(seconds * 1e9);
    let left = calls;
    const caller = async () => {
      while (left-- > 0 && process.hrtime.bigint() < end) await one(process.hrtime.bigint());
    };
    await Promise.all(Array.from({ length: connections }, caller));
  });

/** Makes calls at a fixed rate, regardless of the responses: slow ones must not hide the wait of later calls. */
export const openLoop = (load: Load, perSecond: number, seconds: number): Promise<LoadResult> =>
  run(load, async (one) => {
    const start = process.hrtime.bigint();
    const calls: Promise<void>[] = [];
    for (let i = 0; i < perSecond * seconds; i++) {
      const at = start + BigInt(Math.round((i / perSecond) * 1e9));
      const waitMs = Number(at - process.hrtime.bigint()) / 1e6;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      calls.push(one(at));
    }
    await Promise.all(calls);
  });

/** The value that `share` of the values do not exceed; NaN if there are none. */
export const quantile = (values: Iterable<number>, share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length > 0
    ? (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number)
    : Number.NaN;
};
