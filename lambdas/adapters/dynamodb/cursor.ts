import { invalidField } from '../../platform/errors.ts';

/** Encodes the sort key of a page's last item as an opaque cursor. */
export const toCursor = (sk: string): string => Buffer.from(sk).toString('base64url');

/**
 * Decodes a cursor to a sort key.
 * @throws AppError('invalid-input') if it is not a cursor of a list whose sort keys begin with `prefix`
 */
export const fromCursor = (cursor: string, prefix: string): string => {
  const sk = Buffer.from(cursor, 'base64url').toString();
  if (!/^[A-Z]+#[0-9A-Za-z-]+$/.test(sk) || !sk.startsWith(prefix))
    throw invalidField(
      'cursor',
      'cursor-wrong',
      'The cursor does not belong to this list. Start again without a cursor.',
      'does not belong to this list',
    );
  return sk;
};
