import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { traceAfter } from '../events/recursion.ts';
import type { WireAnswer, WireRequest } from '../iam/door.ts';
import { eachLine, exited, killGroup, spawnNode } from '../processes.ts';
import { childrenCompute, giveWay, workedMs } from './cpu-time.ts';
import { usesMoreThan } from './memory.ts';
import type { AwsRequest, FromEnvironment, FunctionResult, ToEnvironment } from './protocol.ts';

/** What the template says about a function, and where its bundle lies. */
export interface FunctionSpec {
  /** Short name for people: `invoke`, `dead-letters`. */
  name: string;
  /** The name in AWS: `tellhook-local-invoke`. */
  deployedName: string;
  /** Folder that holds the bundle. */
  folder: string;
  /** `file.export`, as in Lambda. */
  handler: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Most calls at a time when the template reserves concurrency; Lambda refuses further ones. */
  reservedConcurrency?: number;
}

/** One child process that holds one environment of a function; runs one event at a time. */
export interface Environment {
  /** Resolves when the bundle is loaded (or has failed to, which each call then reports). */
  ready: Promise<void>;
  /** Never rejects: a timeout, a crash and an exception are results. */
  invoke(event: unknown, clockOffsetMs: number): Promise<FunctionResult>;
  /** false after a timeout or a crash: the environment is gone and must not be used again. */
  isAlive(): boolean;
  setClock(offsetMs: number): void;
  /** Milliseconds that it has been computing or in line for a processor; undefined when it is at it this very moment. */
  workedMs(): number | undefined;
  /**
   * Puts it behind the other functions once a process that it started, such as a renderer, has been computing for some
   * looks: in AWS each function has a processor of its own, and what hangs in one slows no other down.
   */
  checkProcessor(): void;
  /** Ends it, as Lambda does, when it and what it started use more memory than the function has. */
  checkMemory(): void;
  stop(): Promise<void>;
}

interface EnvironmentOptions {
  spec: FunctionSpec;
  clockOffsetMs: number;
  onLine: (line: string) => void;
  /** Answers what the function asks of table and queues; without it they are asked over HTTP, where its variables say. */
  askAws?: (request: WireRequest) => Promise<WireAnswer>;
}

interface Running {
  requestId: string;
  startedAt: number;
  finish: (result: FunctionResult) => void;
}

/** What computes at so many looks in a row, one each 50 ms, leaves the processors to the others. */
const GREEDY_LOOKS = 3;

export const startEnvironment = ({ spec, clockOffsetMs, onLine, askAws }: EnvironmentOptions): Environment => {
  const child = spawnNode(fileURLToPath(new URL('./bootstrap.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // Where `linked-node` finds what it is linked to.
      LD_LIBRARY_PATH: dirname(process.execPath),
      ...spec.environment,
      AWS_LAMBDA_FUNCTION_NAME: spec.deployedName,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    },
    execArgv: [`--max-old-space-size=${spec.memoryMb}`],
    args: [spec.folder, spec.handler, String(clockOffsetMs), ...(askAws ? [] : ['aws-over-http'])],
  });
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, onLine);

  let alive = true;
  let computingLooks = 0;
  let running: Running | undefined;

  /** Ends the current call, if there is one, with what `describe` says about it. */
  const finish = (outcome: (call: Running, durationMs: number) => FunctionResult) => {
    const call = running;
    if (!call) return;
    running = undefined;
    call.finish(outcome(call, performance.now() - call.startedAt));
  };
  const fail = (errorType: string, errorMessage: string) =>
    finish(({ requestId }, durationMs) => ({ ok: false, errorType, errorMessage, requestId, durationMs, cpuMs: 0 }));

  // The channel closes with the process, whose end is reported by its own event.
  const tell = (message: ToEnvironment) => child.send(message, () => undefined);
  const ask = async ({ id, target, trace, body }: AwsRequest) =>
    tell({ kind: 'aws', id, answer: await askAws?.({ target, trace, body }).catch(() => undefined) });

  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: FromEnvironment) => {
      if (message.kind === 'ready') return resolve();
      if (message.kind === 'aws') return void ask(message);
      if (message.requestId !== running?.requestId) return;
      const { requestId, cpuMs } = message;
      if (message.kind === 'result') {
        finish((_, durationMs) => ({ ok: true, value: message.value, requestId, durationMs, cpuMs }));
      } else {
        onLine(message.stack);
        const { errorType, errorMessage } = message;
        finish((_, durationMs) => ({ ok: false, errorType, errorMessage, requestId, durationMs, cpuMs }));
      }
    });
    child.once('exit', (code, signal) => {
      alive = false;
      resolve();
      fail('Runtime.ExitError', `The process ended before the call did (${signal ?? `exit code ${code}`}).`);
    });
    child.once('error', (error) => {
      alive = false;
      resolve();
      fail('Runtime.ExitError', error.message);
    });
  });
  return {
    ready,
    isAlive: () => alive,
    invoke: async (event, offsetMs) => {
      // Loading the bundle has Lambda's own ten seconds and does not count against the function's timeout.
      await ready;
      return new Promise((resolve) => {
        const requestId = randomUUID();
        const timer = setTimeout(() => {
          alive = false;
          killGroup(child);
          fail('Sandbox.Timedout', `Task timed out after ${spec.timeoutSeconds.toFixed(2)} seconds`);
        }, spec.timeoutSeconds * 1000);
        running = {
          requestId,
          startedAt: performance.now(),
          finish: (result) => {
            clearTimeout(timer);
            resolve(result);
          },
        };
        if (!alive) return fail('Runtime.ExitError', 'The process ended while it started.');
        const { timeoutSeconds } = spec;
        tell({ kind: 'event', requestId, event, timeoutSeconds, trace: traceAfter(event), clockOffsetMs: offsetMs });
      });
    },
    setClock: (offsetMs) => {
      if (alive) tell({ kind: 'clock', clockOffsetMs: offsetMs });
    },
    checkProcessor: () => {
      if (!alive || child.pid === undefined) return;
      const gaveWay = computingLooks >= GREEDY_LOOKS;
      computingLooks = running && childrenCompute(child.pid) ? computingLooks + 1 : 0;
      const givesWay = computingLooks >= GREEDY_LOOKS;
      if (gaveWay !== givesWay) giveWay(child.pid, givesWay);
    },
    checkMemory: () => {
      if (!alive || child.pid === undefined || !usesMoreThan(child.pid, spec.memoryMb)) return;
      alive = false;
      onLine(`The function used more than its ${spec.memoryMb} MB of memory and was ended.`);
      killGroup(child);
      fail('Runtime.ExitError', 'Runtime exited with error: signal: killed');
    },
    workedMs: () => (child.pid === undefined ? undefined : workedMs(child.pid)),
    stop: async () => {
      alive = false;
      killGroup(child);
      await exited(child);
    },
  };
};
