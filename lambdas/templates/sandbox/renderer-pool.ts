import type { CallRender } from '../call-render.ts';
import { RENDER_MILLISECONDS } from '../limits.ts';
import type { RenderResult } from '../render.ts';
import { Child, type Ending } from './child.ts';
import { RoundRobinQueue } from './round-robin-queue.ts';

interface RendererPoolOptions {
  rendererPath: string;
  /** True if an idle child is kept for the next render. */
  keepsChild: boolean;
  /** Called after several failed starts. */
  onUnavailable(): void;
  /** CPU time after which a render is killed, in milliseconds. */
  killAfterMs?: number | undefined;
  /** Elapsed time after which a render that hardly got any CPU time is stopped, in milliseconds. */
  giveUpAfterMs?: number | undefined;
  /** Milliseconds after which idle children are ended. */
  idleMs?: number | undefined;
}

/**
 * The end of a render. `isSlow` is true if other renders shouldn't have to wait for this template. `busy` means that
 * the render got too little CPU time to be judged.
 */
export type Rendered =
  | { kind: 'answered'; result: RenderResult; isSlow: boolean }
  | { kind: 'killed'; code: 'E2001' | 'E2002' }
  | { kind: 'busy' }
  | { kind: 'unavailable' };

/** CPU time after which a render counts as slow and moves aside for waiting renders. */
const SLOW_AFTER_MS = 50;
/**
 * CPU time after which a render gets the lowest priority. The priority can't be raised again, so its child ends with
 * the render.
 */
const YIELD_AFTER_MS = 100;
/**
 * CPU time after which a render is killed. Longer than the engine's limit ({@link RENDER_MILLISECONDS}), whose error
 * names the slow expression.
 */
const KILL_AFTER_MS = 500;
/** Elapsed time since its first start after which a render is stopped, including its wait for the slow seat. */
const GIVE_UP_AFTER_MS = 5000;
/**
 * Renders that aren't slow get this multiple of {@link GIVE_UP_AFTER_MS}, because they end soon after they get a
 * processor.
 */
const PATIENCE = 3;
/** Minimum time between two checks of a render, because the operating system counts CPU time in such steps. */
const CHECK_MS = 10;
const IDLE_MS = 10_000;
/** Number of consecutive failed starts after which waiting renders get an error. */
const MAX_FAILED_STARTS = 3;

interface Job {
  request: CallRender;
  account: number;
  /** The first start, by `performance.now()`. Undefined before it. */
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

/** A place for one child process, with the renders that wait for it. */
class Seat {
  child: Child | undefined;
  running: Running | undefined;
  idleTimer: NodeJS.Timeout | undefined;
  readonly turns = new RoundRobinQueue<Job>();
}

/** `known` for sources whose last render was quick, `unknown` for all others. */
export type Reputation = 'known' | 'unknown';

/**
 * A pool of up to three child processes: one for webhooks known to be quick, one for the rest, and one for slow
 * renders. A slow render that makes other renders wait moves to the third seat with its child. If that seat is
 * occupied, the render is stopped and started again when it is its turn there. Each account has at most one render in
 * progress.
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

  /** Returns the account whose turn it is. A render that waits for the slow seat counts as in progress. */
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

  /** Checks a render's CPU time. Elapsed time would also count while a render waits for a busy processor. */
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

  /** Moves a slow render out of its seat, because another render waits for the seat. */
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

  /** Starts the renders that can run now, after a render or a child has ended. */
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
    // The waiting renders have waited long enough. The next render starts a new child.
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

  /** Ends a seat's child and its current render. */
  private end(seat: Seat, rendered: Rendered): void {
    this.settle(seat, rendered);
    this.clear(seat)?.kill();
  }

  private clear(seat: Seat): Child | undefined {
    const { child } = seat;
    seat.child = undefined;
    return child;
  }

  /** Ends all waiting renders as unavailable, and running ones too if the pool is closed. */
  private giveUp(): void {
    for (const seat of this.all()) {
      for (const { account, resolve } of seat.turns.clear()) {
        this.underWay.delete(account);
        resolve({ kind: 'unavailable' });
      }
      if (this.closed) this.settle(seat, { kind: 'unavailable' });
    }
  }

  /** Ends a seat's child after the idle time, unless it gets a render. */
  private endIdleLater(seat: Seat): void {
    clearTimeout(seat.idleTimer);
    if (this.closed || (this.options.keepsChild && seat === this.seats.known)) return;
    const endIdle = () => {
      if (seat.child?.ready && !seat.running) this.clear(seat)?.kill();
    };
    seat.idleTimer = setTimeout(endIdle, this.options.idleMs ?? IDLE_MS).unref();
  }
}
