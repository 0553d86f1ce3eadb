/** Needed by a run of a job with a time limit. */
export interface TimeBudget {
  /** false = time is up; the next run continues. */
  keepGoing: () => boolean;
}
