import { type HelpCode, helpFor } from '../lib/help.ts';
import { TextLink } from './button.tsx';

/** A link from a message to its documentation; renders nothing if there is none. */
export function HelpLink({
  code,
  label = 'How to fix this',
  className = '',
}: {
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
