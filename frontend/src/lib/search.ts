/**
 * Reads the search part of an address for a page. The router would hand on, beside what a reader returns, everything
 * that the reader left out, such as a `next` of another site; naming it as undefined is what takes it away.
 */
export const onlyKnown =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
