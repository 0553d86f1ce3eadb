import { Hourglass, WifiOff } from 'virtual:icons';
import { type Query, useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useOffline } from '../lib/use-offline.ts';
import { texts } from './texts.ts';

/** The time after which a text explains why the page still shows skeletons. */
const LONG_MS = 8_000;

const firstReads = { predicate: ({ state }: Query) => state.data === undefined };

/** True if the page has been waiting for its first data for a long time. */
function useLongWait(): boolean {
  const waiting = useIsFetching(firstReads) > 0;
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const later = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(later);
      setLong(false);
    };
  }, [waiting]);
  return long;
}

/** Shows that the device is offline, or that a response is taking a long time. */
export function OfflineBar() {
  const offline = useOffline();
  const slow = useLongWait();
  return (
    <div role="status">
      {offline ? (
        <Line icon={<WifiOff size={16} aria-hidden />}>{texts.offline}</Line>
      ) : (
        slow && <Line icon={<Hourglass size={16} aria-hidden />}>{texts.slow}</Line>
      )}
    </div>
  );
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-meta [&>svg]:shrink-0 [&>svg]:text-warn">
    {icon}
    {children}
  </p>
);
