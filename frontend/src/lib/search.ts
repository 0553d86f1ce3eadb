/**
 * Reads a page's search parameters. The router would also pass on all parameters that the reader omitted, such as a
 * `next` of another site. Setting them to undefined removes them.
 */
export const onlyKnown =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
