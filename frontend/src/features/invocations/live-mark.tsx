import { Play } from 'virtual:icons';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { texts } from './texts.ts';

/** Shows whether new calls appear automatically, with a button to resume a paused list. */
export function LiveMark({
  paused,
  failing,
  offline,
  onResume,
}: {
  paused: boolean;
  failing: boolean;
  offline: boolean;
  onResume(): void;
}) {
  const on = !paused && !failing && !offline;
  return (
    <span className="flex items-center gap-1 text-meta font-medium">
      <span className={clsx('ml-1 flex items-center gap-1.5', on ? 'text-ok' : 'text-ink-2')}>
        <span className={clsx('size-2 rounded-full', on ? 'bg-ok-fill' : 'bg-field-line')} />
        {paused ? texts.paused : offline ? texts.offline : failing ? texts.retrying : texts.live}
      </span>
      {paused && (
        <IconButton small label={texts.resume} onClick={onResume}>
          <Play size={14} aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

/** Announces new rows, at most every ten seconds. */
export function Announcement({ count }: { count: number }) {
  const [text, setText] = useState('');
  const last = useRef(0);
  useEffect(() => {
    if (count === 0 || Date.now() - last.current < 10_000) return;
    last.current = Date.now();
    setText(texts.arrived(count));
  }, [count]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
