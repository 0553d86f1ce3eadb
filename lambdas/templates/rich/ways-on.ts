import type { Button, RichMessage } from './tree.ts';

/** Without the secrets in its words that are recognisable by their form. */
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
