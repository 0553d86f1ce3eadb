import { useState } from 'react';

/** True if a condition has been true once: what came into sight because of it stays there. */
export function useLatched(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
