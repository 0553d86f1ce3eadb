import type { PowChallenge } from '#contract/challenge';
import { findNumber } from './solve.ts';

// Runs off the main thread, because the search takes up to a second and must not block typing.
addEventListener('message', async ({ data }: MessageEvent<PowChallenge>) => {
  postMessage(await findNumber(data));
});
