/** A table written as text: `pkg package,cmd command`. A key ends at the first space. */
export const tableOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(',').map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]));

/** A comma-separated list of field names, each in all spellings: `event_type`, `EventType`, `eventType`. */
export const inAllCases = (names: string): string[] => [
  ...new Set(
    names.split(',').flatMap((name) => {
      const pascal = name.replaceAll(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [name, pascal, name.charAt(0) + pascal.slice(1)];
    }),
  ),
];
