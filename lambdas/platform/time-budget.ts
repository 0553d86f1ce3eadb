/** The time limit of a job, as one of its ports. */
export interface TimeBudget {
  /** False once the time is up. The next run then continues the job. */
  keepGoing: () => boolean;
}
