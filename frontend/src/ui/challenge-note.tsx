import type { ChallengeState } from '../lib/challenge/use-challenge.ts';
import { textLink } from './button.tsx';

/** Says why a form waits for the challenge, and offers a second try when it failed. */
export function ChallengeNote({ challenge, className = '' }: { challenge: ChallengeState; className?: string }) {
  if (challenge.token !== undefined) return null;
  return (
    <p role="status" className={`text-meta text-ink-2 ${className}`}>
      {challenge.error === undefined ? (
        'Checking that you are not a robot …'
      ) : (
        <>
          The check that you are not a robot failed.{' '}
          <button type="button" className={textLink} onClick={challenge.renew}>
            Try again
          </button>
        </>
      )}
    </p>
  );
}
