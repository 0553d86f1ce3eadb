import { useState } from 'react';

/** True once a condition has been true, so content that it showed stays. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
