import type { CallRender } from '../call-render.ts';
import { RENDER_MILLISECONDS } from '../limits.ts';
import type { RenderResult } from '../render.ts';
import { Child, type Ending } from './child.ts';
import { RoundRobinQueue } from './round-robin-queue.ts';

interface RendererPoolOptions {
  rendererPath: string;
  /** True if a child stays for the next render while idle. */
  keepsChild: boolean;
  /** Called when renderers do not start. */
  onUnavailable(): void;
  /** Milliseconds of CPU after which a render is killed. */
  killAfterMs?: number | undefined;
  /** Milliseconds by the clock after which a render that hardly got a processor is stopped. */
  giveUpAfterMs?: number | undefined;
  /** Milliseconds after which idle children are ended. */
  idleMs?: number | undefined;
}

/**
 * The end of a render. `isSlow`: others should not have to wait for renders like this one. `busy`: there was too little
 * processor time to judge it.
 */
export type Rendered =
  | { kind: 'answered'; result: RenderResult; isSlow: boolean }
  | { kind: 'killed'; code: 'E2001' | 'E2002' }
  | { kind: 'busy' }
  | { kind: 'unavailable' };

/** Longer renders are slow: those behind them get another child. */
const SLOW_AFTER_MS = 50;
/**
 * A longer render yields the processor to others. Its child's priority cannot be raised again, so the child ends with
 * it.
 */
const YIELD_AFTER_MS = 100;
/** Longer than the language lets a template compute ({@link RENDER_MILLISECONDS}), which then names the slow part. */
const KILL_AFTER_MS = 500;
/** From its first moment in a child, its time in line for the slow seat included. */
const GIVE_UP_AFTER_MS = 5000;
/** The factor of that time for a render that is not slow: on a starved machine it is the next to end. */
const PATIENCE = 3;
/** A render is checked again after this time at least; the operating system counts CPU time in such steps. */
const CHECK_MS = 10;
const IDLE_MS = 10_000;
/** Consecutive failed starts before waiting renders get an error. */
const MAX_FAILED_STARTS = 3;

interface Job {
  request: CallRender;
  account: number;
  /** Of `performance.now()`; undefined until a child has begun with it. */
  startedMs?: number;
  wasSlow?: boolean;
  resolve(rendered: Rendered): void;
}
interface Running {
  job: Job;
  startedMs: number;
  isSlow: boolean;
  timer: NodeJS.Timeout;
}

/** A place for one child, and the renders waiting for it. */
class Seat {
  child: Child | undefined;
  running: Running | undefined;
  idleTimer: NodeJS.Timeout | undefined;
  readonly turns = new RoundRobinQueue<Job>();
}

/** Accounts whose renders this child takes: accounts with a quick last render, or all. */
export type Reputation = 'known' | 'unknown';

/**
 * Three child processes at most that render: one for known quick webhooks, one for all others, and one for slow
 * renders. When others wait behind a slow render, it moves to the third with its child. While that one is taken, it
 * ends and restarts at its turn. Each account has one render under way at most.
 */
export class RendererPool {
  private readonly slow = new Seat();
  private readonly seats = { known: new Seat(), unknown: new Seat(), slow: this.slow };
  private readonly underWay = new Set<number>();
  private readonly options: RendererPoolOptions;
  private failedStarts = 0;
  private closed = false;

  constructor(options: RendererPoolOptions) {
    this.options = options;
  }

  get size(): number {
    return this.all().filter(({ child }) => child).length;
  }

  /** Starts a child ahead of the first render. */
  warm(): void {
    if (!this.closed && this.size === 0) this.spawn(this.seats.known);
  }

  run(request: CallRender, account: number, reputation: Reputation): Promise<Rendered> {
    if (this.closed) return Promise.resolve({ kind: 'unavailable' });
    return new Promise((resolve) => {
      this.seats[reputation].turns.add({ request, account, resolve });
      this.serve(this.seats[reputation]);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { idleTimer } of this.all()) clearTimeout(idleTimer);
    this.giveUp();
    const children = this.all().flatMap((seat) => this.clear(seat) ?? []);
    await Promise.all(children.map((child) => child.close()));
  }

  private all(): Seat[] {
    return Object.values(this.seats);
  }

  private serveAll(): void {
    for (const seat of this.all()) this.serve(seat);
  }

  /** Begins the next render of a seat, if any. */
  private serve(seat: Seat): void {
    const account = this.nextOf(seat);
    if (this.closed || account === undefined) return;
    if (seat.running) this.makeRoom(seat);
    else if (!seat.child) this.spawn(seat);
    else if (seat.child.ready) this.start(seat, seat.child, seat.turns.take(account) as Job);
  }

  /** The account whose turn it is. Renders waiting in the slow seat are already under way. */
  private nextOf(seat: Seat): number | undefined {
    return seat.turns.next((account) => seat === this.slow || !this.underWay.has(account));
  }

  private start(seat: Seat, child: Child, job: Job): void {
    const startedMs = performance.now();
    clearTimeout(seat.idleTimer);
    job.startedMs ??= startedMs;
    this.underWay.add(job.account);
    const timer = setTimeout(() => this.check(child), Math.min(SLOW_AFTER_MS, this.clockLeftOf(job)));
    seat.running = { job, startedMs, isSlow: false, timer };
    child.send(job.request);
  }

  /** Judges a render by the CPU time it has used: on a busy machine the clock runs for those, too, that only wait. */
  private check(child: Child): void {
    const seat = this.seatOf(child);
    const running = seat?.running;
    if (!seat || !running) return;
    const clockMs = performance.now() - running.startedMs;
    const usedMs = Math.min(clockMs, child.usedCpuMs() ?? clockMs);
    const killAfterMs = this.options.killAfterMs ?? KILL_AFTER_MS;
    const leftMs = this.clockLeftOf(running.job);
    if (usedMs >= killAfterMs || leftMs <= 0) {
      const isGuilty = usedMs >= Math.min(RENDER_MILLISECONDS, killAfterMs);
      this.end(seat, isGuilty ? { kind: 'killed', code: 'E2001' } : { kind: 'busy' });
      this.next();
      return;
    }
    const limitMs = [SLOW_AFTER_MS, YIELD_AFTER_MS].find((limit) => usedMs < limit) ?? killAfterMs;
    running.timer = setTimeout(() => this.check(child), Math.max(CHECK_MS, Math.min(limitMs - usedMs, leftMs)));
    running.isSlow = usedMs >= SLOW_AFTER_MS;
    running.job.wasSlow ||= running.isSlow;
    if (usedMs >= YIELD_AFTER_MS) child.yieldToOthers();
    this.serve(seat);
  }

  /** Someone waits behind a render: a slow one leaves the seat to them. */
  private makeRoom(seat: Seat): void {
    const { running, child } = seat;
    if (seat === this.slow || !running?.isSlow || !child) return;
    seat.running = undefined;
    seat.child = undefined;
    if (this.slow.child) {
      clearTimeout(running.timer);
      this.slow.turns.add(running.job);
      child.kill();
    } else {
      this.slow.child = child;
      this.slow.running = running;
      child.yieldToOthers();
    }
    this.serve(seat);
  }

  /** After a render, its account can continue, and a reusable child is free again. */
  private next(): void {
    this.serveAll();
    if (this.options.keepsChild && !this.closed && !this.seats.known.child) this.spawn(this.seats.known);
  }

  private settle(seat: Seat, rendered: Rendered): void {
    const { running } = seat;
    if (!running) return;
    clearTimeout(running.timer);
    seat.running = undefined;
    this.underWay.delete(running.job.account);
    running.job.resolve(rendered);
    this.endIdleLater(seat);
  }

  private spawn(seat: Seat): void {
    const child = new Child(this.options.rendererPath, {
      ready: () => {
        this.failedStarts = 0;
        this.endIdleLater(seat);
        this.serveAll();
      },
      answered: (from, result) => this.answered(from, result),
      ended: (from, ending) => this.ended(from, ending),
    });
    if (seat === this.slow) child.yieldToOthers();
    seat.child = child;
  }

  private answered(child: Child, result: RenderResult): void {
    const seat = this.seatOf(child);
    if (!seat) return;
    this.settle(seat, { kind: 'answered', result, isSlow: seat.running?.isSlow ?? false });
    const isDone = seat !== this.slow || this.nextOf(seat) === undefined;
    if (child.hasYielded && isDone) this.clear(seat)?.kill();
    this.next();
  }

  private ended(child: Child, ending: Ending): void {
    const seat = this.seatOf(child);
    if (!seat) return;
    if (ending !== 'failed') {
      this.end(seat, { kind: 'killed', code: 'E2002' });
      this.next();
      return;
    }
    this.clear(seat);
    this.failedStarts++;
    if (this.failedStarts < MAX_FAILED_STARTS) {
      this.spawn(seat);
      return;
    }
    // The next render tries again; the waiting ones have waited long enough.
    this.failedStarts = 0;
    this.giveUp();
    this.options.onUnavailable();
  }

  private clockLeftOf({ startedMs = 0, wasSlow }: Job): number {
    const giveUpAfterMs = (this.options.giveUpAfterMs ?? GIVE_UP_AFTER_MS) * (wasSlow ? 1 : PATIENCE);
    return Math.max(0, startedMs + giveUpAfterMs - performance.now());
  }

  private seatOf(child: Child): Seat | undefined {
    return this.all().find((seat) => seat.child === child);
  }

  /** Ends a seat's child, and with it the render at work there. */
  private end(seat: Seat, rendered: Rendered): void {
    this.settle(seat, rendered);
    this.clear(seat)?.kill();
  }

  private clear(seat: Seat): Child | undefined {
    const { child } = seat;
    seat.child = undefined;
    return child;
  }

  /** No child can render the waiting or running ones. */
  private giveUp(): void {
    for (const seat of this.all()) {
      for (const { account, resolve } of seat.turns.clear()) {
        this.underWay.delete(account);
        resolve({ kind: 'unavailable' });
      }
      if (this.closed) this.settle(seat, { kind: 'unavailable' });
    }
  }

  /** Ends a seat's child unless it gets a render meanwhile, however busy the other seats are. */
  private endIdleLater(seat: Seat): void {
    clearTimeout(seat.idleTimer);
    if (this.closed || (this.options.keepsChild && seat === this.seats.known)) return;
    const endIdle = () => {
      if (seat.child?.ready && !seat.running) this.clear(seat)?.kill();
    };
    seat.idleTimer = setTimeout(endIdle, this.options.idleMs ?? IDLE_MS).unref();
  }
}
