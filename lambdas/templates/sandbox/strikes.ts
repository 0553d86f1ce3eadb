import { remember } from '../../platform/remember.ts';

const STRIKES = 3;
const WINDOW_MS = 10 * 60_000;
const REFUSED_MS = 60 * 60_000;
const MAX_REMEMBERED = 500;

/**
 * Remembers which templates had to be killed. Keyed by the template's text: an edited template has a clean record.
 * @param now milliseconds of a clock
 */
export class Strikes {
  private readonly kills = new Map<string, number[]>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  add(template: string): void {
    const times = [...this.recent(template), this.now()];
    remember(this.kills, template, times, MAX_REMEMBERED);
  }

  /** A template with a strike runs where it disturbs nobody. */
  has(template: string): boolean {
    return this.kills.size > 0 && this.recent(template).length > 0;
  }

  /** Three kills within ten minutes: not run again for an hour after the last. */
  refused(template: string): boolean {
    return this.kills.size > 0 && this.recent(template).length >= STRIKES;
  }

  /** The kills that still count: those of the last ten minutes, or three that came within ten, for an hour. */
  private recent(template: string): number[] {
    const times = this.kills.get(template);
    if (!times) return [];
    const now = this.now();
    const last = times.slice(-STRIKES);
    const [first, newest] = [last[0] ?? 0, last.at(-1) ?? 0];
    if (last.length === STRIKES && newest - first <= WINDOW_MS && now - newest < REFUSED_MS) return last;
    const counting = times.filter((time) => now - time < WINDOW_MS);
    if (counting.length === 0) this.kills.delete(template);
    return counting;
  }
}
