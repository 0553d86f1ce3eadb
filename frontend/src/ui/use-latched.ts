import { useState } from 'react';

/** True if a condition has been true once: content that appeared because of it stays. */
export function useLatched(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
