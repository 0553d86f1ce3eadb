import type { ChallengeState } from '../lib/challenge/use-challenge.ts';
import { textLink } from './button.tsx';
import { useConfig } from './use-config.ts';

/** Shows why a form is waiting for the challenge, and offers a retry if the challenge failed. */
export function ChallengeNote({ challenge, className = '' }: { challenge: ChallengeState; className?: string }) {
  const look = `text-meta text-ink-2 ${className}`;
  if (challenge.token !== undefined) return <HiddenBadge className={look} />;
  return (
    <p role="status" className={look}>
      {challenge.error === undefined ? (
        'Checking that you are human …'
      ) : (
        <>
          The bot check failed.{' '}
          <button type="button" className={textLink} onClick={challenge.renew}>
            Try again
          </button>
        </>
      )}
    </p>
  );
}

/** Google allows hiding its badge where this text is shown: developers.google.com/recaptcha/docs/faq. */
function HiddenBadge({ className }: { className: string }) {
  if (useConfig()?.challenge.provider !== 'recaptcha') return null;
  return (
    <p className={className}>
      This site is protected by reCAPTCHA and the Google{' '}
      <a href="https://policies.google.com/privacy" rel="noreferrer" className={textLink}>
        Privacy Policy
      </a>{' '}
      and{' '}
      <a href="https://policies.google.com/terms" rel="noreferrer" className={textLink}>
        Terms of Service
      </a>{' '}
      apply.
    </p>
  );
}
