import { invalidField } from '../platform/errors.ts';

/** @throws AppError('invalid-input') that names `field`. */
export const demandGoodPassword = async (password: string, email: string, field: string): Promise<void> => {
  // Lists of words that only the choice of a password needs: the sign-in starts without them.
  const { passwordFault } = await import('./password-guesses.ts');
  const fault = passwordFault(password, email);
  if (fault) throw invalidField(field, 'password-too-weak', `The password ${fault}`, fault);
};
