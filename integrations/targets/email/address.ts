import { email } from '#contract/states';
import { invalidField } from '../../../lambdas/platform/errors.ts';

/**
 * Parses a recipient's address. Only the part before `@` can be case-sensitive, so the domain is stored in lower case.
 */
export const parseAddress = (sent: unknown): string => {
  const parsed = email.safeParse(typeof sent === 'string' ? sent.trim() : sent);
  if (!parsed.success)
    throw invalidField(
      'options.address',
      'address-refused',
      'The email address is not valid',
      parsed.error.issues[0]?.message,
    );
  const at = parsed.data.lastIndexOf('@');
  return parsed.data.slice(0, at) + parsed.data.slice(at).toLowerCase();
};

export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
