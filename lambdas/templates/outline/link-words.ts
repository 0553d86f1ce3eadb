/** Turns a link into `words (address)`, or the address alone if the words only repeat it. */
export function linkWords(label: string, address: string): string {
  const shown = label.trim();
  const bare = address.replace(/^mailto:/, '');
  if (shown === '' || shown === address || shown === bare) return bare;
  return /^(?:https?:|mailto:)/i.test(address) ? `${shown} (${bare})` : shown;
}
