import { metrics } from '../../platform/metrics.ts';
import { ownError } from '../errors.ts';
import type { RenderInput, RenderResult } from '../render.ts';
import { Child, type Ending } from './child.ts';
import { Proven } from './proven.ts';
import { Queue } from './queue.ts';
import { Strikes } from './strikes.ts';

interface SandboxOptions {
  /** The bundled child, `renderer.mjs`; it may read the folder it is in and nothing else. */
  rendererPath: string;
  /** Milliseconds of a clock; only strikes use it. */
  now?: () => number;
  /** Milliseconds after which a render is killed. */
  killAfterMs?: number;
  /** Milliseconds for which a spare is kept. */
  spareForMs?: number;
}

interface SandboxMetrics {
  /** Answered renders, those with errors included. */
  renders: number;
  /** Renders that had to be killed, or died of their memory. */
  kills: number;
  /** Processes there are now. */
  children: number;
}

export interface Sandbox {
  /** Starts a child ahead of the first render, which would wait for it. */
  warm(): void;
  /** Renders in a child process. Never rejects: whatever happens there is an error of the result. */
  render(input: RenderInput): Promise<RenderResult>;
  /** Ends the child processes; renders still waiting get E9000. */
  close(): Promise<void>;
  metrics(): SandboxMetrics;
}

const KILL_AFTER_MS = 1000;
/** A child that takes longer is passed over, so that the renders behind it do not wait for its kill. */
const SLOW_AFTER_MS = 25;
/** A child that takes this long gives way to the others on a busy processor. It cannot be raised again, so it ends afterwards. */
const YIELD_AFTER_MS = 100;
const MAX_CHILDREN = 4;
/** Templates are edited several times in a row; after that a spare would only take memory. */
const SPARE_FOR_MS = 10_000;
/** Starts that failed in a row before waiting renders are told. */
const MAX_FAILED_STARTS = 3;

/**
 * Where a render waits: `proven` templates rendered quickly before and have the first child to themselves; `fresh` ones
 * and, one at a time, those `struck` by a kill use the others. So a hostile template disturbs nobody who rendered before.
 */
type Lane = 'proven' | 'fresh' | 'struck';
const LANES: Lane[] = ['proven', 'fresh', 'struck'];

interface Job {
  input: RenderInput;
  lane: Lane;
  resolve(result: RenderResult): void;
}
interface Running extends Job {
  timer: NodeJS.Timeout;
}

/** A sandbox that starts a child with its first render unless told to before, and a spare while templates are new. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const pool = new Pool(options);
  return {
    warm: () => pool.keepWarm(),
    render: (input) => pool.render(input),
    close: () => pool.close(),
    metrics: () => pool.metrics(),
  };
}

class Pool {
  private renders = 0;
  private kills = 0;
  /** Ready ones first, slow ones last. */
  private children: Child[] = [];
  private readonly queues: Record<Lane, Queue<Job>> = { proven: new Queue(), fresh: new Queue(), struck: new Queue() };
  private readonly running = new Map<Child, Running>();
  private readonly strikes: Strikes;
  private readonly proven = new Proven();
  private readonly options: SandboxOptions;
  private failedStarts = 0;
  private closed = false;
  /** Runs from the last template that was not proven; a spare is kept until it ends, or longer while one waits. */
  private spareTimer: NodeJS.Timeout | undefined;

  constructor(options: SandboxOptions) {
    this.options = options;
    this.strikes = new Strikes(options.now ?? Date.now);
  }

  render(input: RenderInput): Promise<RenderResult> {
    if (this.closed) return Promise.resolve({ error: ownError('E9000') });
    if (this.strikes.refused(input.template)) {
      const message = 'The template was stopped three times and is not run for an hour, unless it is edited';
      return Promise.resolve({ error: ownError('E2001', message) });
    }
    const struck = this.strikes.has(input.template);
    const lane = struck ? 'struck' : this.proven.has(input.template) ? 'proven' : 'fresh';
    if (lane !== 'proven') this.wantSpare();
    this.keepWarm();
    return new Promise((resolve) => {
      this.queues[lane].add({ input, lane, resolve });
      this.pump();
    });
  }

  metrics(): SandboxMetrics {
    return { renders: this.renders, kills: this.kills, children: this.children.length };
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.spareTimer);
    const children = this.children;
    this.children = [];
    this.giveUp();
    for (const [child] of this.running) this.settle(child, { error: ownError('E9000') });
    await Promise.all(children.map((child) => child.close()));
  }

  /** Hands waiting renders to children that are free for them; starts another when those they may use are all slow. */
  private pump(): void {
    for (const lane of LANES) {
      const queue = this.queues[lane];
      while (queue.length > 0) {
        const child = this.childFor(lane);
        if (!child) break;
        this.start(child, queue.take() as Job);
      }
    }
    const quick = this.children.filter(({ slow }) => !slow).length;
    const { proven, fresh } = this.queues;
    const needed = fresh.length > 0 ? 2 : proven.length > 0 ? 1 : 0;
    if (quick < needed && this.children.length < MAX_CHILDREN && !this.isStarting()) this.spawn();
  }

  private childFor(lane: Lane): Child | undefined {
    const [first, ...others] = this.children;
    if (lane === 'proven') return first && isFree(first) ? first : undefined;
    if (lane === 'struck' && [...this.running.values()].some((running) => running.lane === 'struck')) return undefined;
    // While nobody has rendered yet, there is nobody to disturb.
    return others.findLast(isFree) ?? (this.proven.size === 0 && first && isFree(first) ? first : undefined);
  }

  private start(child: Child, job: Job): void {
    const timer = setTimeout(() => this.slow(child), SLOW_AFTER_MS);
    this.running.set(child, { ...job, timer });
    child.send(job.input);
  }

  private slow(child: Child): void {
    const running = this.running.get(child);
    if (!running) return;
    child.slow = true;
    running.timer = setTimeout(() => this.yield(child, running), YIELD_AFTER_MS - SLOW_AFTER_MS);
    this.proven.remove(running.input.template);
    this.sort();
    this.pump();
  }

  private yield(child: Child, running: Running): void {
    child.yieldToOthers();
    const killAfterMs = this.options.killAfterMs ?? KILL_AFTER_MS;
    running.timer = setTimeout(() => this.kill(child), killAfterMs - YIELD_AFTER_MS);
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
      this.kills++;
      metrics.count('sandboxKills');
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
    this.renders++;
    running.resolve(result);
  }

  private spawn(): void {
    const child = new Child(this.options.rendererPath, {
      ready: () => {
        this.failedStarts = 0;
        this.sort();
        this.pump();
        this.keepWarm();
      },
      answered: (from, result, slow) => {
        const template = this.running.get(from)?.input.template;
        if (!slow && template !== undefined) this.proven.add(template);
        this.settle(from, result);
        this.retire(from);
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
    this.giveUp();
  }

  private remove(child: Child): void {
    this.children = this.children.filter((other) => other !== child);
  }

  /** One start at a time, so that the first render of a cold start does not share the processor with the spare. */
  keepWarm(): void {
    if (!this.closed && !this.isStarting() && this.children.length < this.warmChildren()) this.spawn();
  }

  private warmChildren(): number {
    const { fresh, struck } = this.queues;
    return this.spareTimer || fresh.length > 0 || struck.length > 0 ? 2 : 1;
  }

  private wantSpare(): void {
    clearTimeout(this.spareTimer);
    this.spareTimer = setTimeout(() => {
      this.spareTimer = undefined;
      this.endSurplus();
    }, this.options.spareForMs ?? SPARE_FOR_MS).unref();
  }

  private isStarting(): boolean {
    return this.children.some(({ ready }) => !ready);
  }

  /** Nobody will render what is waiting. */
  private giveUp(): void {
    for (const lane of LANES) {
      for (let job = this.queues[lane].take(); job; job = this.queues[lane].take()) {
        job.resolve({ error: ownError('E9000') });
      }
    }
  }

  /** Whoever is ready comes first; the order of the others stays. */
  private sort(): void {
    this.children.sort((one, other) => rank(one) - rank(other));
  }

  /** Children started while others were slow go again when those have finished, and so does one that gave way. */
  private retire(answered: Child): void {
    if (answered.yielded) this.end(answered);
    this.endSurplus();
    this.keepWarm();
  }

  private endSurplus(): void {
    for (const child of this.children.filter(isFree).slice(this.warmChildren())) this.end(child);
  }

  private end(child: Child): void {
    this.remove(child);
    child.kill();
  }
}

const isFree = (child: Child) => child.ready && !child.busy;
/** Ready children first, then those that start, then the slow. */
const rank = (child: Child) => (child.slow ? 2 : child.ready ? 0 : 1);
