/** What a run of a job needs whose time is limited. */
export interface TimeBudget {
  /** false = time is up; the next run goes on. */
  keepGoing: () => boolean;
}
