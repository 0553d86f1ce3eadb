/**
 * How long each task of a sweep may begin something new, in milliseconds; the next minute goes on. Together they leave
 * some seconds of the function's time limit for what has begun, so that none keeps those behind it from their turn.
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
