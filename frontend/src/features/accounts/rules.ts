import { emailProblem } from '#contract/email-address';
import type { Refusal } from '../../lib/errors.ts';
import { texts } from './texts.ts';

/** The errors of a login form, by field. */
export const loginProblems = ({ email, password }: { email: string; password: string }) => ({
  email: emailProblem(email),
  password: password === '' ? texts.needPassword : undefined,
});

interface SignUpState {
  password: string;
  confirmation: string;
  /** The solved bot challenge; undefined until it is solved. */
  challenge: string | undefined;
  submitting: boolean;
}

/** Returns the reason why Sign Up is disabled; undefined if it is enabled. */
export function signUpBlockedBy({ password, confirmation, challenge, submitting }: SignUpState) {
  if (password !== confirmation) return 'mismatch';
  if (challenge === undefined) return 'challenge';
  return submitting ? 'submitting' : undefined;
}

/** Returns the reasons why a new password cannot be set, with the help code of the first. */
export function resetProblems({
  token,
  password,
  confirmation,
}: {
  token: string;
  password: string;
  confirmation: string;
}): Refusal {
  const differ = password !== confirmation;
  const missing = token.trim() === '';
  return {
    messages: [...(differ ? [texts.reset.mismatch] : []), ...(missing ? [texts.reset.noToken] : [])],
    code: differ ? 'passwords-differ' : missing ? 'reset-token-wrong' : undefined,
  };
}
