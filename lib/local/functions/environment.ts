import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { traceAfter } from '../events/recursion.ts';
import { eachLine, exited, killGroup, spawnNode } from '../processes.ts';
import { usesMoreThan } from './memory.ts';
import { watchProcessor } from './processor.ts';
import type { FromEnvironment, FunctionResult, ToEnvironment } from './protocol.ts';

/** A function's settings from the template, and the folder of its bundle. */
export interface FunctionSpec {
  /** Short name, such as `invoke` or `dead-letters`. */
  name: string;
  /** The name in AWS, such as `tellhook-local-invoke`. */
  deployedName: string;
  /** Folder of the bundle. */
  folder: string;
  /** The handler as `file.export`, as in Lambda. */
  handler: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Maximum number of concurrent runs if the template reserves concurrency. Lambda rejects further ones. */
  reservedConcurrency?: number;
}

/** A child process with one environment of a function, which runs one event at a time. */
export interface Environment {
  /** Resolves when the bundle is loaded or has failed to load, which each run then reports. */
  ready: Promise<void>;
  /** Runs an event. Never rejects, because timeouts, crashes and exceptions are results. */
  invoke(event: unknown, clockOffsetMs: number): Promise<FunctionResult>;
  /** False after a timeout or a crash: the environment has ended and must not be used again. */
  isAlive(): boolean;
  setClock(offsetMs: number): void;
  stop(): Promise<void>;
}

interface EnvironmentOptions {
  spec: FunctionSpec;
  clockOffsetMs: number;
  onLine: (line: string) => void;
}

/** The interval at which a running call's processor time is read. */
const LOOK_MS = 50;

interface Running {
  requestId: string;
  startedAt: number;
  finish: (result: FunctionResult) => void;
}

export const startEnvironment = ({ spec, clockOffsetMs, onLine }: EnvironmentOptions): Environment => {
  const child = spawnNode(fileURLToPath(new URL('./bootstrap.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // `linked-node` finds its libraries in this folder.
      LD_LIBRARY_PATH: dirname(process.execPath),
      ...spec.environment,
      AWS_LAMBDA_FUNCTION_NAME: spec.deployedName,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    },
    execArgv: [`--max-old-space-size=${spec.memoryMb}`],
    args: [spec.folder, spec.handler, String(clockOffsetMs)],
  });
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, onLine);

  let alive = true;
  const lookAtProcessor = child.pid === undefined ? () => undefined : watchProcessor(child.pid);
  let running: Running | undefined;

  /** Ends the current run, if there is one, with the result of `outcome`. */
  const finish = (outcome: (call: Running, durationMs: number) => FunctionResult) => {
    const call = running;
    if (!call) return;
    running = undefined;
    call.finish(outcome(call, performance.now() - call.startedAt));
  };
  const fail = (errorType: string, errorMessage: string) =>
    finish(({ requestId }, durationMs) => ({ ok: false, errorType, errorMessage, requestId, durationMs, cpuMs: 0 }));

  // Send errors are ignored: the channel closes with the process, whose end has a separate event.
  const tell = (message: ToEnvironment) => child.send(message, () => undefined);

  /** Kills the environment, as Lambda does, if it and its child processes use more memory than the function has. */
  const checkMemory = () => {
    if (!alive || child.pid === undefined || !usesMoreThan(child.pid, spec.memoryMb)) return;
    alive = false;
    onLine(`The function used more than its ${spec.memoryMb} MB of memory and was ended.`);
    killGroup(child);
    fail('Runtime.ExitError', 'Runtime exited with error: signal: killed');
  };

  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: FromEnvironment) => {
      if (message.kind === 'ready') return resolve();
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
      fail('Runtime.ExitError', `The process ended before the call finished (${signal ?? `exit code ${code}`}).`);
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
      // Loading the bundle has Lambda's separate limit of ten seconds and does not count against the function's
      // timeout.
      await ready;
      return new Promise((resolve) => {
        const requestId = randomUUID();
        const timer = setTimeout(() => {
          alive = false;
          killGroup(child);
          fail('Sandbox.Timedout', `Task timed out after ${spec.timeoutSeconds.toFixed(2)} seconds`);
        }, spec.timeoutSeconds * 1000);
        const looking = setInterval(() => {
          checkMemory();
          lookAtProcessor(true);
        }, LOOK_MS);
        running = {
          requestId,
          startedAt: performance.now(),
          finish: (result) => {
            clearTimeout(timer);
            clearInterval(looking);
            lookAtProcessor(false);
            resolve(result);
          },
        };
        if (!alive) return fail('Runtime.ExitError', 'The process ended during its start.');
        const { timeoutSeconds } = spec;
        tell({ kind: 'event', requestId, event, timeoutSeconds, trace: traceAfter(event), clockOffsetMs: offsetMs });
      });
    },
    setClock: (offsetMs) => {
      if (alive) tell({ kind: 'clock', clockOffsetMs: offsetMs });
    },
    stop: async () => {
      alive = false;
      killGroup(child);
      await exited(child);
    },
  };
};
