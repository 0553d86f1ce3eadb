import { clsx } from 'clsx';
import { CopyButton } from './copy.tsx';
import { ScrollBox } from './scroll-box.tsx';

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
      <ScrollBox as="pre" className="p-3 pr-12 text-left text-code">
        <code>{text}</code>
      </ScrollBox>
      <div className="absolute top-0 right-0 rounded-control bg-sunken p-1">
        <CopyButton text={text} label={label} detail={copied} small />
      </div>
    </div>
  );
}
