import type { Subject } from './subject/subject.ts';

/** A message in a list of calls. */
export interface Headline extends Partial<Pick<Subject, 'severity' | 'state'>> {
  title: string;
  sender?: string;
  event?: string;
}

/** The service and its event, if known. */
export type Origin = Pick<Headline, 'sender' | 'event'>;

/** The facts about a call that its headline shows. */
type HeadlineFacts = { [Name in Exclude<keyof Headline, 'title'>]?: Headline[Name] | undefined };

/** Longest title in a list, in characters. */
const TITLE_CHARACTERS = 120;

/** Number of UTF-16 units in which a message's first line is searched. */
const LOOKED_AT = 4000;

/**
 * Builds a message's entry in the list of calls: its first lines, its severity and its service. Default values are
 * omitted, because each byte is stored twice.
 */
export const headlineOf = (
  text: string,
  webhook: { name: string },
  { sender, event, severity = 'info', state = 'open' }: HeadlineFacts = {},
): Headline => ({
  title: titleOf(text, webhook.name),
  ...(severity !== 'info' && { severity }),
  ...(state !== 'open' && { state }),
  ...(sender !== undefined && { sender }),
  ...(event !== undefined && { event }),
});

/** A listed item, without its mark and its commit's hash. */
const ITEM = /^[-*•]\s+(?:[\da-f]{7,12}\s+)?(.+)/;

/**
 * Returns the first informative line, and the first item of a list that follows it, because two pushes differ only there.
 * A default message begins with the webhook's name, which would be the same for all its calls.
 */
const titleOf = (text: string, webhookName: string): string => {
  const lines = text
    .slice(0, LOOKED_AT)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const at = lines.findIndex((line) => line !== webhookName.trim());
  const first = lines[at] ?? lines[0] ?? '';
  const prefix = `${webhookName.trim()}: `;
  const [, item] = ITEM.exec(lines[at + 1] ?? '') ?? [];
  const characters = Array.from(
    `${first.startsWith(prefix) ? first.slice(prefix.length) : first}${item === undefined ? '' : ` · ${item}`}`,
  );
  if (characters.length <= TITLE_CHARACTERS) return characters.join('').toWellFormed();
  return `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`.toWellFormed();
};
