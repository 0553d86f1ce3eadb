/** The ports of a time-limited job. */
export interface TimeBudget {
  /** False if the time is up; the next run continues. */
  keepGoing: () => boolean;
}
