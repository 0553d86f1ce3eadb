import { memo, useEffect, useState } from 'react';

type Paths = Readonly<Record<string, string>>;
let known: Paths | undefined;

/** The file with all marks is larger than a page that shows one, so it loads after the page. */
const fetchPaths = async (): Promise<Paths> => {
  known ??= (await import('./sender-paths.gen.ts')).senderPaths;
  return known;
};

/** A known service's mark in the text colour; its first letter if it has none. Hidden from screen readers. */
export const SenderMark = memo(function SenderMark({ sender, size = 16 }: { sender: string; size?: number }) {
  const [paths, setPaths] = useState(known);
  useEffect(() => {
    if (paths) return;
    let gone = false;
    // If the marks cannot be loaded, senders are still shown by name.
    fetchPaths().then(
      (all) => !gone && setPaths(all),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [paths]);
  return <MarkShape path={paths?.[sender]} name={paths ? sender : ''} size={size} />;
});

/** A mark whose path is known, or the first letter of the name. */
export function MarkShape({ path, name, size }: { path: string | undefined; name: string; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="shrink-0">
      {path === undefined ? (
        <text x="12" y="18" textAnchor="middle" fontSize="17" fontWeight="600">
          {name.charAt(0).toUpperCase()}
        </text>
      ) : (
        <path d={path} />
      )}
    </svg>
  );
}
