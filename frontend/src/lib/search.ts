/**
 * Reads the search part of an address for a page. Next to a reader's result, the router would pass on all parts that
 * the reader omitted, such as a `next` of another site. Naming it as undefined removes it.
 */
export const onlyKnown =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
