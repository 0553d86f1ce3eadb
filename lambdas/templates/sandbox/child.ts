import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { CallRender } from '../call-render.ts';
import type { RenderResult } from '../render.ts';
import { cpuMsOf } from './cpu-time.ts';
import { decodeAnswer, encodeRequest, FrameReader, READY } from './frames.ts';

/** Maximum heap of a render, in megabytes. */
const HEAP_MEGABYTES = 64;
/** Size of each half of the young generation, in megabytes. The heap limit doesn't include it. */
const SEMI_SPACE_MEGABYTES = 4;

/** Maximum time for a child to start, which usually takes 50 ms. A slower machine could not render either. */
const START_MS = 10_000;

/** The reason that a child has ended. */
export type Ending = 'killed' | 'out-of-memory' | 'failed';

interface Events {
  ready(child: Child): void;
  answered(child: Child, result: RenderResult): void;
  ended(child: Child, ending: Ending): void;
}

/** One renderer process. It renders one request at a time. */
export class Child {
  ready = false;
  busy = false;
  /** True if the process runs with the lowest priority. */
  hasYielded = false;
  private readonly process: ChildProcess;
  private readonly events: Events;
  private killed = false;
  private ended = false;
  private id = READY;
  /** CPU time that the process had used at its last response, in milliseconds. */
  private cpuMsBefore = 0;
  private readonly startTimer: NodeJS.Timeout;

  constructor(rendererPath: string, events: Events) {
    this.events = events;
    this.process = start(real(rendererPath));
    const reader = new FrameReader();
    this.process.stdout?.on('data', (chunk: Buffer) => {
      for (const frame of reader.add(chunk)) this.receive(frame);
    });
    // A broken pipe needs no handling, because the child's exit is reported anyway.
    this.process.stdin?.on('error', () => {});
    this.process.once('error', () => this.end('failed'));
    this.process.once('exit', () => this.end(!this.ready ? 'failed' : this.killed ? 'killed' : 'out-of-memory'));
    this.startTimer = setTimeout(() => this.kill(), START_MS);
  }

  send(request: CallRender): void {
    this.busy = true;
    this.keepAlive(true);
    this.process.stdin?.write(encodeRequest(++this.id, request));
  }

  /**
   * Returns the CPU time of the current render in milliseconds. Returns undefined if the operating system doesn't
   * report it.
   */
  usedCpuMs(): number | undefined {
    const total = this.process.pid === undefined ? undefined : cpuMsOf(this.process.pid);
    return total === undefined ? undefined : Math.max(0, total - this.cpuMsBefore);
  }

  /** Gives all other processes priority until the child ends. */
  yieldToOthers(): void {
    if (this.hasYielded) return;
    this.hasYielded = true;
    try {
      if (this.process.pid !== undefined) setPriority(this.process.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // If this fails, other processes are slower until the render ends.
    }
  }

  kill(): void {
    this.killed = true;
    this.process.kill('SIGKILL');
  }

  /** Ends the process and resolves once it has ended. */
  close(): Promise<void> {
    if (this.ended) return Promise.resolve();
    this.keepAlive(true);
    return new Promise((resolve) => {
      this.process.once('exit', () => resolve());
      this.process.once('error', () => resolve());
      this.kill();
    });
  }

  private receive(frame: Buffer): void {
    const { id, result, cpuMs } = decodeAnswer(frame);
    this.cpuMsBefore = cpuMs;
    if (id === READY) {
      this.ready = true;
      clearTimeout(this.startTimer);
      this.keepAlive(false);
      this.events.ready(this);
    } else if (id === this.id && this.busy && !this.killed) {
      this.busy = false;
      this.keepAlive(false);
      this.events.answered(this, result);
    }
  }

  private end(ending: Ending): void {
    if (this.ended) return;
    clearTimeout(this.startTimer);
    this.ended = true;
    this.ready = false;
    this.events.ended(this, ending);
  }

  /** Keeps the host process running during a render, but not while the renderer is idle. */
  private keepAlive(alive: boolean): void {
    const act = alive ? 'ref' : 'unref';
    this.process[act]();
    for (const pipe of [this.process.stdin, this.process.stdout]) {
      (pipe as unknown as { ref?(): void; unref?(): void } | null)?.[act]?.();
    }
  }
}

/** Resolves symbolic links, because Node checks read permissions by real path. Keeps the path of a missing file. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * The environment variable with the path of the libraries to which Lambda's Node is linked (`/var/lang/lib`). Without
 * it, a child can't start. A renderer has no other environment variables.
 */
const LIBRARIES = 'LD_LIBRARY_PATH';

function start(rendererPath: string): ChildProcess {
  const flags = [
    '--permission',
    `--allow-fs-read=${dirname(rendererPath)}/*`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    `--max-semi-space-size=${SEMI_SPACE_MEGABYTES}`,
    '--no-warnings',
  ];
  // Standard error is discarded, because the exit already shows that the memory is exhausted.
  return spawn(process.execPath, [...flags, rendererPath], {
    env: process.env[LIBRARIES] === undefined ? {} : { [LIBRARIES]: process.env[LIBRARIES] },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
