import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { texts } from './texts.ts';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Says that the device has no network, for as long as that is so. */
export function OfflineBar() {
  const offline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
  return (
    <div role="status">
      {offline && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-meta">
          <WifiOff size={16} aria-hidden className="shrink-0 text-warn" />
          {texts.offline}
        </p>
      )}
    </div>
  );
}
