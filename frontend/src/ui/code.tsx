import { clsx } from 'clsx';
import { CopyButton } from './copy.tsx';

/** Text in the code face, with a button that copies it. */
export function CodeBlock({
  text,
  label,
  copied,
  className,
}: {
  text: string;
  label: string;
  copied: string;
  className?: string;
}) {
  return (
    <div className={clsx('relative min-w-0 rounded-control border border-line bg-sunken', className)}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-3 pr-12 text-left text-code"
      >
        <code>{text}</code>
      </pre>
      <div className="absolute top-0 right-0 rounded-control bg-sunken p-1">
        <CopyButton text={text} label={label} detail={copied} small />
      </div>
    </div>
  );
}
