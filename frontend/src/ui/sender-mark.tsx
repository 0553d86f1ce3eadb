import { memo, useEffect, useState } from 'react';

type Paths = typeof import('./sender-paths.gen.ts').senderPaths;
let known: Paths | undefined;

/** The file with all marks is larger than a page that shows one, so it loads after the page. */
const fetchPaths = async (): Promise<Paths> => {
  known ??= (await import('./sender-paths.gen.ts')).senderPaths;
  return known;
};

/** A known service's mark, in its brand colour if that is visible in both schemes; its first letter if it has none. */
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
  const [path, colour] = paths?.[sender] ?? [];
  return <MarkShape path={path} colour={colour} name={paths ? sender : ''} size={size} />;
});

/** A mark whose path is known, or the first letter of the name. */
export function MarkShape({
  path,
  colour,
  name,
  size,
}: {
  path: string | undefined;
  colour?: string | undefined;
  name: string;
  size: number;
}) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="shrink-0">
      {path === undefined ? (
        <text x="12" y="18" textAnchor="middle" fontSize="17" fontWeight="600">
          {name.charAt(0).toUpperCase()}
        </text>
      ) : (
        <path d={path} fill={colour} />
      )}
    </svg>
  );
}
