import { isEmail } from '../../lib/email.ts';
import { texts } from './texts.ts';

/** What is missing for a login, by field. */
export const loginProblems = ({ email, password }: { email: string; password: string }) =>
  ({
    ...(isEmail(email) ? {} : { email: texts.needEmail }),
    ...(password === '' ? { password: texts.needPassword } : {}),
  }) as { email?: string; password?: string };

interface SignUpState {
  password: string;
  confirmation: string;
  /** The solved bot challenge, if there is one. */
  challenge: string | undefined;
  submitting: boolean;
}

/**
 * Why Sign Up cannot be pressed; undefined when it can: it is off while the passwords differ, while there is no
 * challenge token, and during submit.
 */
export function signUpBlockedBy({ password, confirmation, challenge, submitting }: SignUpState): string | undefined {
  if (password !== confirmation) return texts.mismatch;
  if (challenge === undefined) return texts.checking;
  return submitting ? '' : undefined;
}

/** What keeps a new password from being set, all at once. */
export function resetProblems({
  token,
  password,
  confirmation,
}: {
  token: string;
  password: string;
  confirmation: string;
}): string[] {
  return [
    ...(password === confirmation ? [] : [texts.reset.mismatch]),
    ...(token.trim() === '' ? [texts.reset.noToken] : []),
  ];
}
