import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { StatusLook, Tone } from '../lib/status.ts';
import { StatusIcon } from './icons.tsx';

const tones: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  err: 'bg-err-soft text-err',
  idle: 'bg-idle-soft text-idle',
  accent: 'bg-accent-soft text-accent-text',
};

export function Badge({
  tone,
  icon,
  hint,
  children,
}: {
  tone: Tone;
  icon?: ReactNode;
  hint?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      title={hint}
      className={clsx(
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 whitespace-nowrap rounded-badge px-2 py-0.5 text-label font-[550] [&>svg]:shrink-0 forced-colors:border',
        tones[tone],
      )}
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
      {hint && <span className="sr-only">: {hint}</span>}
    </span>
  );
}

/** A status as colour, icon and word. `hint` gives the reason, in the tooltip and to screen readers. */
export function Status({ look, hint }: { look: StatusLook; hint?: string | undefined }) {
  return (
    <Badge tone={look.tone} hint={hint} icon={<StatusIcon name={look.icon} />}>
      {look.word}
    </Badge>
  );
}
