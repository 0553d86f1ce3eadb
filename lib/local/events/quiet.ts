/** The current amount of work of a function, poller or queue; 0 if it is idle. */
export type Probe = () => Promise<number> | number;

const LOOK_EVERY_MS = 15;
/** Number of consecutive checks without work. Between a batch and the next poll, all parts look idle for a moment. */
const QUIET_LOOKS = 3;

/**
 * Resolves when all probes have returned zero several times in a row, so all consequences of an event are finished.
 * @returns false if the work didn't end within `limitMs`, for example because a provider doesn't respond
 */
export const waitUntilIdle = async (probes: Probe[], limitMs: number): Promise<boolean> => {
  const deadline = performance.now() + limitMs;
  let quiet = 0;
  while (quiet < QUIET_LOOKS) {
    if (performance.now() > deadline) return false;
    const busy = await Promise.all(probes.map((probe) => probe()));
    quiet = busy.every((count) => count === 0) ? quiet + 1 : 0;
    if (quiet < QUIET_LOOKS) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
};
