import type { Template } from './ready-made.ts';

/** Precedes the page's link while a message is made. It is random, so no call's text can contain it. */
const MARK = `\ufdd4${Math.random()}`;

/** Joins a template and its link to the call's page with a mark, so {@link cutPage} finds the link in the message. */
export const withMark = ({ template, link }: Pick<Template, 'template' | 'link'>): string =>
  link === undefined ? template : `${template}\n${MARK}${link}`;

/** Cuts the page's link off a message. A link that is not a URL stays in the text. */
export function cutPage(message: string): { text: string; page?: string } {
  const at = message.lastIndexOf(MARK);
  if (at < 0) return { text: message };
  const text = message.slice(0, at);
  const page = message.slice(at + MARK.length);
  return /^https?:\/\/\S+$/.test(page) ? { text: text.trimEnd(), page } : { text: (text + page).trimEnd() };
}
