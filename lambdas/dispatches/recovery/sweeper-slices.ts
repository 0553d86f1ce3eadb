/**
 * Milliseconds in which each task of a sweep can start new work; the next run continues it. Their sum leaves some
 * seconds before the function's timeout, so every task gets its turn.
 */
export const sweeperSlicesMs = {
  due: 10_000,
  lanes: 10_000,
  fallbacks: 2000,
  steps: 2000,
  held: 4000,
  replays: 4000,
  silences: 2000,
  notices: 3000,
  trials: 1000,
  deletions: 3000,
  subscriptions: 4000,
} as const;
