import { useState } from 'react';

/** True once a condition has been true, so the content that it reveals stays. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
