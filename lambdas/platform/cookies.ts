/** Parses cookies by name, from the gateway's list of `name=value` pairs. */
export const cookiesOf = (lines: readonly string[] = []): Record<string, string | undefined> => {
  const cookies: Record<string, string> = Object.create(null);
  for (const cookie of lines) {
    const at = cookie.indexOf('=');
    // The first cookie of a name counts, because browsers send the more specific one first.
    if (at > 0) cookies[cookie.slice(0, at).trim()] ??= cookie.slice(at + 1).trim();
  }
  return cookies;
};
