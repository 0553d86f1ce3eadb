/**
 * Milliseconds in which each task of a sweep may start new work; the next minute continues. Together they leave some
 * seconds of the function's time limit for work that has begun, so no task keeps the next from its turn.
 */
export const sweeperSlicesMs = {
  due: 12_000,
  lanes: 12_000,
  held: 5000,
  replays: 5000,
  notices: 3000,
  deletions: 4000,
  subscriptions: 4000,
} as const;
