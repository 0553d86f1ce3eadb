/**
 * An object and some more fields, as one that asks the first for its fields when they are read. A copy by `...` would read
 * them all at once: of a function's services, it would make those that nobody needs.
 */
export const extended = <Base extends object, More extends object>(
  base: Base,
  more: More,
): Omit<Base, keyof More> & More => {
  const result = { ...more };
  for (const name of Object.keys(base))
    if (!(name in more)) Object.defineProperty(result, name, { get: () => base[name as keyof Base], enumerable: true });
  return result as Omit<Base, keyof More> & More;
};
