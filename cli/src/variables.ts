/** Matches a text that consists of one variable, such as `${NAME}`. */
export const VARIABLE = /^\$\{[A-Z_][A-Z0-9_]*\}$/;

/** Replaces each `${NAME}` in the strings of a value with that environment variable. Calls `missing` for unset ones. */
export const filled = <Value>(
  value: Value,
  env: Record<string, string | undefined>,
  missing: (name: string) => void,
): Value => {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.replace(/\$\{([A-Z_][A-Z0-9_]*)\}/g, (whole, name: string) => {
        const found = env[name];
        if (found === undefined) missing(name);
        return found ?? whole;
      });
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, fill(item)]));
  };
  return fill(value) as Value;
};
