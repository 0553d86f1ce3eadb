import { clsx } from 'clsx';
import { CopyButton } from './copy.tsx';
import { ScrollBox } from './scroll-box.tsx';

/** Monospaced text with a copy button. */
export function CodeBlock({
  text,
  label,
  copied,
  className,
  capped = false,
}: {
  text: string;
  label: string;
  copied: string;
  className?: string;
  /** True if a long text scrolls, so the content around it stays in sight. */
  capped?: boolean;
}) {
  return (
    <div className={clsx('relative min-w-0 rounded-control border border-line bg-sunken pr-10', className)}>
      {/* The button has its own space, so the scrolling text never passes below it. */}
      <ScrollBox
        as="pre"
        className={clsx(
          'scroll-hint rounded-l-control p-3 pr-2 text-left text-code [--cover:var(--sunken)]',
          capped && 'max-h-72',
        )}
      >
        <code>{text}</code>
      </ScrollBox>
      <div className="absolute top-0 right-0 rounded-control bg-sunken p-1">
        <CopyButton text={text} label={label} detail={copied} small />
      </div>
    </div>
  );
}
