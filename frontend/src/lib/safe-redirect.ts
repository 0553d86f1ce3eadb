/** Returns a provider's URL if the browser can safely open it: only http(s), never a script. Otherwise, undefined. */
export function safeRedirect(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    return /^https?:$/.test(new URL(url).protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}
