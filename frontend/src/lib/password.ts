export type Strength = 'none' | 'weak' | 'medium' | 'strong';

interface PasswordRules {
  lower: boolean;
  upper: boolean;
  digit: boolean;
  /** True if there are at least 8 characters. */
  long: boolean;
}

export const passwordRules = (password: string): PasswordRules => ({
  lower: /\p{Ll}/u.test(password),
  upper: /\p{Lu}/u.test(password),
  digit: /\p{Nd}/u.test(password),
  long: password.length >= 8,
});

/**
 * Medium requires two of lower case, upper case and digits, and 6 characters. Strong requires all three and 8
 * characters. Any other text is weak.
 */
export function passwordStrength(password: string): Strength {
  if (password === '') return 'none';
  const { lower, upper, digit, long } = passwordRules(password);
  const kinds = [lower, upper, digit].filter(Boolean).length;
  if (kinds === 3 && long) return 'strong';
  return kinds >= 2 && password.length >= 6 ? 'medium' : 'weak';
}

/**
 * True if the server would reject the password as too common, or because it contains the email address. The first call
 * fetches the lists of common passwords (210 KB).
 * @param email empty if it is not known
 * @throws Error if the lists cannot be fetched
 */
export async function isGuessable(password: string, email: string): Promise<boolean> {
  const { passwordFault } = await import('../../../lambdas/accounts/password-guesses.ts');
  return passwordFault(password, email) !== undefined;
}
