/** The text around a message at its target, as the kinds write it. */

const SUBJECT_LENGTH = 120;

/** Webhook and first line, unless that line begins with the webhook anyway. */
export function mailSubject(mail: { text: string; part: number; parts: number; webhookName: string }): string {
  const { text, part, parts, webhookName } = mail;
  const firstLine = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const title = firstLine.startsWith(webhookName) ? firstLine : `${webhookName}: ${firstLine}`;
  const line = `${title}${parts > 1 ? ` (${part}/${parts})` : ''}`.replace(/\s+/g, ' ').trim();
  const signs = Array.from(line);
  return signs.length > SUBJECT_LENGTH ? `${signs.slice(0, SUBJECT_LENGTH - 1).join('')}…` : line;
}

/** The sender that Discord shows; undefined for names it rejects. */
export function userName(webhookName: string): string | undefined {
  const name = Array.from(webhookName.replace(/\s+/g, ' ').trim()).slice(0, 80).join('');
  return name === '' || /discord|clyde|```|^(everyone|here)$/i.test(name) ? undefined : name;
}
