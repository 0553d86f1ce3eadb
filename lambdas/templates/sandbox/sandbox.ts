import { ownError } from '../errors.ts';
import type { RenderInput, RenderResult } from '../render.ts';
import { Child, type Ending } from './child.ts';
import { Strikes } from './strikes.ts';

export interface SandboxOptions {
  /** The bundled child, `renderer.mjs`; it may read the folder it is in and nothing else. */
  rendererPath: string;
  /** Milliseconds of a clock; only strikes use it. */
  now?: () => number;
  /** Milliseconds after which a render is killed. */
  killAfterMs?: number;
}

export interface SandboxMetrics {
  /** Answered renders, those with errors included. */
  renders: number;
  /** Renders that had to be killed, or died of their memory. */
  kills: number;
  /** Renders refused because of earlier kills. */
  refused: number;
  /** Milliseconds spent rendering, in total. */
  ms: number;
}

export interface Sandbox {
  /** Renders in a child process. Never rejects: whatever happens there is an error of the result. */
  render(input: RenderInput): Promise<RenderResult>;
  /** Ends the child processes; renders still waiting get E9000. */
  close(): Promise<void>;
  metrics(): SandboxMetrics;
}

const KILL_AFTER_MS = 1000;
/** A child that takes longer is replaced by the spare, so that the renders behind it do not wait for the kill. */
const SLOW_AFTER_MS = 5;
const WARM_CHILDREN = 2;
const MAX_CHILDREN = 4;
/** Starts that failed in a row before waiting renders are told. */
const MAX_FAILED_STARTS = 3;

interface Job {
  input: RenderInput;
  struck: boolean;
  resolve(result: RenderResult): void;
}
interface Running extends Job {
  since: number;
  timer: NodeJS.Timeout;
}

/** Starts a sandbox: one warm child and a spare. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const pool = new Pool(options);
  return {
    render: (input) => pool.render(input),
    close: () => pool.close(),
    metrics: () => ({ ...pool.metrics }),
  };
}

class Pool {
  readonly metrics: SandboxMetrics = { renders: 0, kills: 0, refused: 0, ms: 0 };
  /** The first renders; the others stand by, or finish something slow. */
  private children: Child[] = [];
  private readonly queue: Job[] = [];
  private readonly running = new Map<Child, Running>();
  private readonly strikes: Strikes;
  private readonly options: SandboxOptions;
  private failedStarts = 0;
  private closed = false;

  constructor(options: SandboxOptions) {
    this.options = options;
    this.strikes = new Strikes(options.now ?? Date.now);
    this.keepWarm();
  }

  render(input: RenderInput): Promise<RenderResult> {
    if (this.closed) return Promise.resolve({ error: ownError('E9000') });
    if (this.strikes.refused(input.template)) {
      this.metrics.refused++;
      const message = 'The template was stopped three times and is not run for an hour, unless it is edited';
      return Promise.resolve({ error: ownError('E2001', message) });
    }
    this.keepWarm();
    return new Promise((resolve) => {
      this.queue.push({ input, struck: this.strikes.has(input.template), resolve });
      this.pump();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    const children = this.children;
    this.children = [];
    for (const job of this.queue.splice(0)) job.resolve({ error: ownError('E9000') });
    for (const [child] of this.running) this.settle(child, { error: ownError('E9000') });
    await Promise.all(children.map((child) => child.close()));
  }

  /** Hands waiting renders to children that are free for them. */
  private pump(): void {
    for (let index = 0; index < this.queue.length; ) {
      const job = this.queue[index] as Job;
      const child = job.struck ? this.childForStruck() : this.childForOthers();
      if (child) {
        this.queue.splice(index, 1);
        this.start(child, job);
      } else {
        // Renders without strikes are alike: if one has to wait, so have all behind it.
        if (!job.struck) index = this.queue.length;
        index++;
      }
    }
  }

  private childForOthers(): Child | undefined {
    const [first] = this.children;
    return first && isFree(first) ? first : this.children.find((child) => isFree(child) && first?.slow);
  }

  /** Never the first child, and one at a time. */
  private childForStruck(): Child | undefined {
    if ([...this.running.values()].some(({ struck }) => struck)) return undefined;
    return this.children.findLast((child, index) => index > 0 && isFree(child));
  }

  private start(child: Child, job: Job): void {
    const timer = setTimeout(() => this.slow(child), SLOW_AFTER_MS);
    this.running.set(child, { ...job, since: performance.now(), timer });
    child.send(job.input);
  }

  private slow(child: Child): void {
    const running = this.running.get(child);
    if (!running) return;
    child.slow = true;
    const killAfterMs = (this.options.killAfterMs ?? KILL_AFTER_MS) - SLOW_AFTER_MS;
    running.timer = setTimeout(() => this.kill(child), killAfterMs);
    // Whoever is free renders from now on, and there shall be a spare again.
    this.children = [...this.children.filter((other) => other !== child), child];
    if (!this.children.some(isFree) && this.children.length < MAX_CHILDREN) this.spawn();
    this.children.sort((one, other) => rank(one) - rank(other));
    this.pump();
  }

  private kill(child: Child): void {
    child.kill();
    this.lost(child, 'E2001');
  }

  /** A render that ended with its child. */
  private lost(child: Child, code: 'E2001' | 'E2002'): void {
    const running = this.running.get(child);
    this.remove(child);
    if (running) {
      this.metrics.kills++;
      this.strikes.add(running.input.template);
      this.settle(child, { error: { ...ownError(code), killed: true } });
    }
    this.keepWarm();
    this.pump();
  }

  private settle(child: Child, result: RenderResult): void {
    const running = this.running.get(child);
    if (!running) return;
    clearTimeout(running.timer);
    this.running.delete(child);
    this.metrics.renders++;
    this.metrics.ms += performance.now() - running.since;
    running.resolve(result);
  }

  private spawn(): void {
    const child = new Child(this.options.rendererPath, {
      ready: () => {
        this.failedStarts = 0;
        this.children.sort((one, other) => rank(one) - rank(other));
        this.pump();
      },
      answered: (from, result) => {
        this.settle(from, result);
        this.retireSurplus();
        this.pump();
      },
      ended: (from, ending) => this.ended(from, ending),
    });
    this.children.push(child);
  }

  private ended(child: Child, ending: Ending) {
    if (!this.children.includes(child)) return;
    if (ending !== 'failed') return this.lost(child, 'E2002');
    this.remove(child);
    this.failedStarts++;
    if (this.failedStarts < MAX_FAILED_STARTS) return this.keepWarm();
    // The next render tries again; those that wait have waited long enough.
    for (const job of this.queue.splice(0)) job.resolve({ error: ownError('E9000') });
  }

  private remove(child: Child): void {
    this.children = this.children.filter((other) => other !== child);
  }

  private keepWarm(): void {
    while (!this.closed && this.children.length < WARM_CHILDREN) this.spawn();
  }

  /** Children started while others were slow go again when those have finished. */
  private retireSurplus(): void {
    const free = this.children.filter(isFree);
    for (const child of free.slice(WARM_CHILDREN)) {
      this.remove(child);
      child.kill();
    }
  }
}

const isFree = (child: Child) => child.ready && !child.busy;
/** Free children first, then those that start, then the busy, then the slow. */
const rank = (child: Child) => (child.slow ? 3 : child.busy ? 2 : child.ready ? 0 : 1);
