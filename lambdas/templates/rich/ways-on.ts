import type { Button, RichMessage } from './tree.ts';

/**
 * The buttons where a chat has real ones: those of the message, and one for the title's page, named by its host. A
 * title that is a link is easily taken for words there.
 */
export function withPage({ title, link, buttons = [] }: RichMessage): Button[] {
  if (!title || link === undefined || buttons.some(({ url }) => url === link)) return buttons;
  return [...buttons, { label: `Open ${hostOf(link)}`, url: link }];
}

/** True if a text says where its title leads already, on its own line. */
export const tellsPage = (lines: readonly string[], link: string): boolean =>
  lines.some((line) => line === link || line.split('\n').includes(link));

const MAX_HOST = 40;

const hostOf = (address: string): string => {
  const host = URL.parse(address)?.host.replace(/^www\./, '') ?? '';
  return host === '' || host.length > MAX_HOST ? 'page' : host;
};
