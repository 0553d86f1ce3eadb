import { type HelpCode, helpFor } from '../lib/help.ts';
import { TextLink } from './button.tsx';

/** The way from a message to what the documentation says about it; nothing when it says nothing. */
export function HelpLink({
  code,
  label = 'How to fix this',
  className = '',
}: {
  /** The message's code. */
  code: HelpCode | undefined;
  label?: string;
  className?: string;
}) {
  const help = helpFor(code);
  return (
    help && (
      <TextLink to={help.to} hash={help.hash} className={`inline-flex min-h-6 items-center ${className}`}>
        {label}
      </TextLink>
    )
  );
}
