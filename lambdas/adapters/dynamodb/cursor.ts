import { invalidField } from '../../platform/errors.ts';

/** An opaque cursor: the sort key of the last item of a page. */
export const toCursor = (sk: string): string => Buffer.from(sk).toString('base64url');

/** @throws AppError('invalid-input') if it is not a cursor of a list whose sort keys begin with `prefix` */
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
