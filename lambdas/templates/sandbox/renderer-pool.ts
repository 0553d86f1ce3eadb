import type { RenderResult } from '../render.ts';
import type { CallRender } from '../render-call.ts';
import { Child, type Ending } from './child.ts';

export interface RendererPoolOptions {
  rendererPath: string;
  /** Children at a time: beside a slow render another one is started for the others, up to this number. */
  maxChildren: number;
  /** Children that stay although there is nothing to render. */
  keptChildren: number;
  /** Told when renderers do not start. */
  onUnavailable(): void;
  /** Milliseconds of CPU after which a render is killed. */
  killAfterMs?: number | undefined;
  /** Milliseconds after which children that have nothing to do are ended. */
  idleMs?: number | undefined;
}

/** How a render ended. `isSlow`: others should not have to wait for renders like this one. */
export type Rendered =
  | { kind: 'answered'; result: RenderResult; isSlow: boolean }
  | { kind: 'killed'; code: 'E2001' | 'E2002' }
  | { kind: 'unavailable' };

/** A render that takes longer is slow, and no reason for the others to wait: another child is started for them. */
const SLOW_AFTER_MS = 25;
/** A render that takes longer leaves the processor to whoever else wants it. Its child cannot be raised again, so it ends with it. */
const YIELD_AFTER_MS = 100;
const KILL_AFTER_MS = 1000;
/** Time by the clock after which a render is killed although it hardly got a processor. */
const MAX_WAIT_MS = 5000;
/** A render is looked at again after this time at least; the operating system counts CPU time in steps of it. */
const CHECK_MS = 10;
const IDLE_MS = 10_000;
/** Starts that failed in a row before waiting renders are told. */
const MAX_FAILED_STARTS = 3;

interface Job {
  request: CallRender;
  account: number;
  resolve(rendered: Rendered): void;
}
interface Running extends Job {
  startedMs: number;
  isSlow: boolean;
  timer: NodeJS.Timeout;
}

/**
 * Child processes that render. Accounts take turns, and each has one render at work at most, so that what has to be
 * killed delays its own account, and others only when all children are busy with such renders.
 */
export class RendererPool {
  private children: Child[] = [];
  /** What waits by account; the account whose turn is next comes first. */
  private readonly waiting = new Map<number, Job[]>();
  private readonly running = new Map<Child, Running>();
  private readonly options: RendererPoolOptions;
  private failedStarts = 0;
  private closed = false;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(options: RendererPoolOptions) {
    this.options = options;
  }

  get size(): number {
    return this.children.length;
  }

  /** Starts a child ahead of the first render. */
  warm(): void {
    if (!this.closed && this.children.length === 0) this.spawn();
  }

  run(request: CallRender, account: number): Promise<Rendered> {
    if (this.closed) return Promise.resolve({ kind: 'unavailable' });
    return new Promise((resolve) => {
      const job = { request, account, resolve };
      const before = this.waiting.get(account);
      if (before) before.push(job);
      else this.waiting.set(account, [job]);
      this.pump();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.idleTimer);
    const { children } = this;
    this.children = [];
    this.giveUp();
    for (const child of this.running.keys()) this.settle(child, { kind: 'unavailable' });
    await Promise.all(children.map((child) => child.close()));
  }

  /** Hands waiting renders to free children; starts another child when those there are are busy with slow renders. */
  private pump(): void {
    for (const child of this.children.filter(isFree)) {
      const account = this.nextAccount();
      if (account === undefined) return;
      this.start(child, this.take(account));
    }
    const isHopeless = this.children.every((child) => this.running.get(child)?.isSlow);
    if (isHopeless && this.children.length < this.options.maxChildren && this.nextAccount() !== undefined) this.spawn();
  }

  /** The account whose turn it is, of those that have no render at work. */
  private nextAccount(): number | undefined {
    const busy = new Set([...this.running.values()].map(({ account }) => account));
    for (const account of this.waiting.keys()) if (!busy.has(account)) return account;
    return undefined;
  }

  /** The account's next render; what else it has waits until all others had their turn. */
  private take(account: number): Job {
    const jobs = this.waiting.get(account) as Job[];
    const job = jobs.shift() as Job;
    this.waiting.delete(account);
    if (jobs.length > 0) this.waiting.set(account, jobs);
    return job;
  }

  private start(child: Child, job: Job): void {
    const timer = setTimeout(() => this.check(child), SLOW_AFTER_MS);
    this.running.set(child, { ...job, startedMs: performance.now(), isSlow: false, timer });
    child.send(job.request);
  }

  /** Judges a render by the CPU time it has used: on a busy machine the clock runs for those, too, that only wait. */
  private check(child: Child): void {
    const running = this.running.get(child);
    if (!running) return;
    const waitedMs = performance.now() - running.startedMs;
    const usedMs = Math.min(waitedMs, child.usedCpuMs() ?? waitedMs);
    const killAfterMs = this.options.killAfterMs ?? KILL_AFTER_MS;
    if (usedMs >= killAfterMs || waitedMs >= MAX_WAIT_MS) {
      child.kill();
      this.lost(child, 'E2001');
      return;
    }
    const limitMs = [SLOW_AFTER_MS, YIELD_AFTER_MS].find((limit) => usedMs < limit) ?? killAfterMs;
    running.timer = setTimeout(() => this.check(child), Math.max(CHECK_MS, limitMs - usedMs));
    running.isSlow = usedMs >= SLOW_AFTER_MS;
    if (usedMs >= YIELD_AFTER_MS) child.yieldToOthers();
    if (running.isSlow) this.pump();
  }

  /** A render that ended with its child. */
  private lost(child: Child, code: 'E2001' | 'E2002'): void {
    this.remove(child);
    this.settle(child, { kind: 'killed', code });
    this.replace();
    this.pump();
  }

  /** In place of a child that ended another is started at once, if one is kept. */
  private replace(): void {
    if (this.children.length < this.options.keptChildren) this.spawn();
  }

  private settle(child: Child, rendered: Rendered): void {
    const running = this.running.get(child);
    if (!running) return;
    clearTimeout(running.timer);
    this.running.delete(child);
    running.resolve(rendered);
  }

  private spawn(): void {
    const child = new Child(this.options.rendererPath, {
      ready: () => {
        this.failedStarts = 0;
        this.pump();
        this.endIdleLater();
      },
      answered: (from, result) => {
        this.settle(from, { kind: 'answered', result, isSlow: this.running.get(from)?.isSlow ?? false });
        if (from.hasYielded) this.end(from);
        this.replace();
        this.pump();
        this.endIdleLater();
      },
      ended: (from, ending) => this.ended(from, ending),
    });
    this.children.push(child);
  }

  private ended(child: Child, ending: Ending): void {
    if (!this.children.includes(child)) return;
    if (ending !== 'failed') {
      this.lost(child, 'E2002');
      return;
    }
    this.remove(child);
    this.failedStarts++;
    if (this.failedStarts < MAX_FAILED_STARTS) {
      this.spawn();
      return;
    }
    // The next render tries again; those that wait have waited long enough.
    this.failedStarts = 0;
    this.giveUp();
    this.options.onUnavailable();
  }

  private remove(child: Child): void {
    this.children = this.children.filter((other) => other !== child);
  }

  /** Nobody will render what is waiting. */
  private giveUp(): void {
    const jobs = [...this.waiting.values()].flat();
    this.waiting.clear();
    for (const { resolve } of jobs) resolve({ kind: 'unavailable' });
  }

  private endIdleLater(): void {
    clearTimeout(this.idleTimer);
    if (this.children.length <= this.options.keptChildren) return;
    this.idleTimer = setTimeout(() => this.endIdle(), this.options.idleMs ?? IDLE_MS).unref();
  }

  private endIdle(): void {
    const surplus = this.children.length - this.options.keptChildren;
    for (const child of this.children.filter(isFree).slice(-surplus)) this.end(child);
  }

  private end(child: Child): void {
    this.remove(child);
    child.kill();
  }
}

const isFree = (child: Child) => child.ready && !child.busy;
