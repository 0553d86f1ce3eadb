import { setBounded } from '../../platform/bounded-map.ts';

/** Number of kills within the window after which a template is quarantined. */
const MAX_VIOLATIONS = 3;
const WINDOW_MS = 10 * 60_000;
const QUARANTINE_MS = 60 * 60_000;
/** Maximum number of sources in memory. */
const MAX_SOURCES = 500;

interface Violations {
  template: string | undefined;
  /** The times of killed renders in milliseconds, the oldest first. */
  times: number[];
}

/**
 * Records the sources whose renders had to be killed. A source is a webhook or a user of the editor, so the same
 * template of another customer doesn't count. Editing the template clears its record.
 * @param now a clock in milliseconds
 */
export class ViolationRecord {
  private readonly sources = new Map<string, Violations>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  add(source: string, template: string | undefined): void {
    const times = [...this.timesOf(source, template), this.now()].slice(-MAX_VIOLATIONS);
    setBounded(this.sources, source, { template, times }, MAX_SOURCES);
  }

  /**
   * Returns the seconds until the source's template can run again: 0 unless three of its renders were killed within ten
   * minutes.
   */
  quarantineSeconds(source: string, template: string | undefined): number {
    // Without a template, one caller's payload would take the messages of all others.
    if (template === undefined) return 0;
    const times = this.timesOf(source, template);
    const [first = 0, last = 0] = [times[0], times.at(-1)];
    if (times.length < MAX_VIOLATIONS || last - first > WINDOW_MS) return 0;
    return Math.max(0, Math.ceil((last + QUARANTINE_MS - this.now()) / 1000));
  }

  private timesOf(source: string, template: string | undefined): number[] {
    const known = this.sources.get(source);
    return known && known.template === template ? known.times : [];
  }
}
