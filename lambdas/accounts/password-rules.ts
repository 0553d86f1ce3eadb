import { invalidField } from '../platform/errors.ts';

/** Checks that a new password is hard to guess. @throws AppError('invalid-input') that names `field`. */
export const demandGoodPassword = async (password: string, email: string, field: string): Promise<void> => {
  // Signing in does not need the word lists, so they are loaded only for a new password.
  const { passwordFault } = await import('./password-guesses.ts');
  const fault = passwordFault(password, email);
  if (fault) throw invalidField(field, 'password-too-weak', `The password ${fault}`, fault);
};
