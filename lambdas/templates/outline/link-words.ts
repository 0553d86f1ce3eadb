/** `[words](address)` as `words (address)`; an address that says the same as its words, once. */
export function linkWords(label: string, address: string): string {
  const shown = label.trim();
  const bare = address.replace(/^mailto:/, '');
  if (shown === '' || shown === address || shown === bare) return bare;
  return /^(?:https?:|mailto:)/i.test(address) ? `${shown} (${bare})` : shown;
}
