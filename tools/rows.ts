/** Writes an array or an object of a generated module as JSON, one entry per line. */
export const rows = (content: readonly unknown[] | object): string => {
  const [open, close] = Array.isArray(content) ? '[]' : '{}';
  const entries = Object.entries(content).map(([name, value]) =>
    Array.isArray(content) ? JSON.stringify(value) : `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `${open}\n${entries.map((entry) => `  ${entry},\n`).join('')}${close}`;
};
