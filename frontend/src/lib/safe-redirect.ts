/** A provider's URL to which the browser can be sent: only http(s), never a script. */
export function safeRedirect(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    return /^https?:$/.test(new URL(url).protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}
