/** Discord rejects these words in a webhook's name, and names beyond 80 characters. */
const FORBIDDEN = /discord|clyde|```/i;

/** Returns the webhook's name as the message's sender; undefined if Discord would reject it. */
export const userName = (webhookName: string): string | undefined => {
  const name = Array.from(webhookName.replace(/\s+/g, ' ').trim()).slice(0, 80).join('');
  return name === '' || FORBIDDEN.test(name) || /^(everyone|here)$/i.test(name) ? undefined : name;
};
