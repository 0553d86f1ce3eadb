import { memo, useEffect, useState } from 'react';

type Paths = Readonly<Record<string, string>>;
let known: Paths | undefined;

/** The marks weigh more than the page that shows one, so they come after it. */
const fetchPaths = async (): Promise<Paths> => {
  known ??= (await import('./sender-paths.ts')).senderPaths;
  return known;
};

/**
 * The mark of a known service in the colour of the text around it; its first letter if it has none. Hidden from screen
 * readers.
 */
export const SenderMark = memo(function SenderMark({ sender, size = 16 }: { sender: string; size?: number }) {
  const [paths, setPaths] = useState(known);
  useEffect(() => {
    if (paths) return;
    let gone = false;
    // Without its mark a sender still has its name.
    fetchPaths().then(
      (all) => !gone && setPaths(all),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [paths]);
  const path = paths?.[sender];
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="shrink-0">
      {path === undefined ? (
        paths && (
          <text x="12" y="18" textAnchor="middle" fontSize="17" fontWeight="600">
            {sender.charAt(0).toUpperCase()}
          </text>
        )
      ) : (
        <path d={path} />
      )}
    </svg>
  );
});
