import { invalidField } from '../platform/errors.ts';

const PRODUCT_NAME = 'tellhook';

/** Words that belong to this account, and so are guessed first: the address, its local part, the product's name. */
const ownWords = (email: string, plainForm: (text: string) => string): string[] => {
  const [localPart = ''] = email.split('@');
  return [email, localPart, ...localPart.split(/[^a-z0-9]+/i), PRODUCT_NAME]
    .map(plainForm)
    .filter((word) => word.length >= 4);
};

/** Why `password` must not be used for the account of `email`, or undefined. Its length is the contract's business. */
export const passwordFault = async (password: string, email: string): Promise<string | undefined> => {
  // Lists of words that only the choice of a password needs: the sign-in starts without them.
  const { isCommonPassword, plainForm } = await import('./common-passwords.ts');
  if (await isCommonPassword(password)) return 'is too common, attackers try it first';
  const plain = plainForm(password);
  return ownWords(email, plainForm).some((word) => plain === word || plain === word + word)
    ? 'must not be made of the e-mail address or the name of the product'
    : undefined;
};

/** @throws AppError('invalid-input') that names `field`. */
export const demandGoodPassword = async (password: string, email: string, field: string): Promise<void> => {
  const fault = await passwordFault(password, email);
  if (fault) throw invalidField(field, 'password-too-weak', `The password ${fault}`, fault);
};
