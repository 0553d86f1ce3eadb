import type { DocsEntry } from '../src/lib/docs-search.ts';

const HEADING = /<h([23]) id="([^"]+)"([^>]*)>(.*?)<\/h\1>/gs;

/** Maximum length of a section's text in the index. The rest of a longer section hardly adds search terms. */
const MAX_TEXT = 900;

/** The search index of the docs: every heading of the prerendered pages with the text below it. */
export function docsIndex(pages: readonly { path: string; title: string; html: string }[]): DocsEntry[] {
  return pages.flatMap(({ path, title, html }) => {
    const article = /<article data-docs[^>]*>(.*?)<\/article>/s.exec(html)?.[1];
    if (article === undefined) return [];
    const headings = [...article.matchAll(HEADING)];
    return headings.map((heading, number) => {
      const [all, , id = '', attributes = '', name = ''] = heading;
      const begin = heading.index + all.length;
      return {
        href: `${path}#${id}`,
        page: title.split(' - ', 1)[0] ?? '',
        title: plain(name),
        keywords: plain(/data-keywords="([^"]*)"/.exec(attributes)?.[1] ?? ''),
        text: plain(article.slice(begin, headings[number + 1]?.index)).slice(0, MAX_TEXT),
      };
    });
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Extracts the text from HTML that React rendered. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
