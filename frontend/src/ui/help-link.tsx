import { helpFor } from '../lib/error-help.ts';
import { TextLink } from './button.tsx';

/** The way from a message to what the documentation says about it; nothing when it says nothing. */
export function HelpLink({
  message,
  label = 'What to do about it',
  className = '',
}: {
  message: string;
  label?: string;
  className?: string;
}) {
  const help = helpFor(message);
  return (
    help && (
      <TextLink to={help.to} hash={help.hash} className={`inline-flex min-h-6 items-center ${className}`}>
        {label}
      </TextLink>
    )
  );
}
