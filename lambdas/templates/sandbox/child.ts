import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { CallRender } from '../call-render.ts';
import type { RenderResult } from '../render.ts';
import { cpuMsOf } from './cpu-time.ts';
import { decodeAnswer, encodeRequest, FrameReader, READY } from './frames.ts';

/** Megabytes of heap a render may use. */
const HEAP_MEGABYTES = 64;
/** Megabytes of each half of the heap's young generation, which the heap limit excludes. */
const SEMI_SPACE_MEGABYTES = 4;

/** Starting takes 50 ms; a machine that takes this long could not render either. */
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
  /** It runs with the lowest priority. */
  hasYielded = false;
  private readonly process: ChildProcess;
  private readonly events: Events;
  private killed = false;
  private ended = false;
  private id = READY;
  /** Milliseconds of CPU used by the process until its last answer. */
  private cpuMsBefore = 0;
  private readonly startTimer: NodeJS.Timeout;

  constructor(rendererPath: string, events: Events) {
    this.events = events;
    this.process = start(real(rendererPath));
    const reader = new FrameReader();
    this.process.stdout?.on('data', (chunk: Buffer) => {
      for (const frame of reader.add(chunk)) this.receive(frame);
    });
    // A broken pipe shows as the exit that caused it.
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

  /** Milliseconds of CPU used by the current render; undefined where the operating system does not report it. */
  usedCpuMs(): number | undefined {
    const total = this.process.pid === undefined ? undefined : cpuMsOf(this.process.pid);
    return total === undefined ? undefined : Math.max(0, total - this.cpuMsBefore);
  }

  /** Gives all other processes priority, for the rest of the child's life. */
  yieldToOthers(): void {
    if (this.hasYielded) return;
    this.hasYielded = true;
    try {
      if (this.process.pid !== undefined) setPriority(this.process.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // Without this, other processes are only slower for a moment.
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

  /** An idle renderer must not keep the host process running; a render under way must. */
  private keepAlive(alive: boolean): void {
    const act = alive ? 'ref' : 'unref';
    this.process[act]();
    for (const pipe of [this.process.stdin, this.process.stdout]) {
      (pipe as unknown as { ref?(): void; unref?(): void } | null)?.[act]?.();
    }
  }
}

/** The permission to read is checked against real paths. A missing file is reported by the process that cannot start. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * The path of the libraries that Lambda's Node is linked to (`/var/lang/lib`): without it a child ends before its first
 * line. It is a renderer's only environment variable.
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
  // Its memory errors are discarded: the result already reports them.
  return spawn(process.execPath, [...flags, rendererPath], {
    env: process.env[LIBRARIES] === undefined ? {} : { [LIBRARIES]: process.env[LIBRARIES] },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
