/** The headers of a stored call by name; empty if unreadable. */
export function readHeaders(rawHeaders: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(rawHeaders);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).map(([name, content]) => [
        name,
        Array.isArray(content) ? content.join(', ') : `${content}`,
      ]),
    );
  } catch {
    return {};
  }
}
