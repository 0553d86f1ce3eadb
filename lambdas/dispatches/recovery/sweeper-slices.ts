/**
 * Milliseconds in which each task of a sweep can start new work; the next minute continues. The sum leaves some seconds
 * of the function's time limit to finish, so no task starves the next.
 */
export const sweeperSlicesMs = {
  due: 11_000,
  lanes: 11_000,
  held: 5000,
  replays: 5000,
  silences: 2000,
  notices: 3000,
  deletions: 4000,
  subscriptions: 4000,
} as const;
