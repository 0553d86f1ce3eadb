/**
 * Stands in built files for the origin that people open, which differs between stages: the one build serves all of
 * them, and the site's deployment writes the stage's own origin in its place (lib/constructs/site-documents.ts).
 */
export const PUBLIC_ORIGIN = 'https://public-origin.invalid';

/** Stands for the stage's external About page in the same way; a stage without one has no link to it. */
export const PUBLIC_ABOUT = 'https://public-about.invalid/';

/** Shown beside links to the product; made by `npm run shots`. */
const LINK_PICTURE = { path: '/og.png', width: 1200, height: 630 };

interface PublicPage {
  /** The address, without a slash at the end but for the home page. */
  path: string;
  title: string;
  description: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escaped(content)}">`;

/** What a public page says about itself: to search engines, and to whoever shows a link to it. */
export const publicHead = ({ path, title, description }: PublicPage, product: string): string => {
  const url = PUBLIC_ORIGIN + path;
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${url}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', product),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', PUBLIC_ORIGIN + LINK_PICTURE.path),
    meta('property', 'og:image:width', String(LINK_PICTURE.width)),
    meta('property', 'og:image:height', String(LINK_PICTURE.height)),
    meta('property', 'og:image:alt', `${product}: webhooks in, readable messages out`),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', PUBLIC_ORIGIN + LINK_PICTURE.path),
  ].join('');
};

/** What the document of every other page says: it shows what only its user sees, or that there is nothing. */
export const appHead = (product: string): string =>
  `<title>${escaped(product)}</title>${meta('name', 'robots', 'noindex')}`;

/** The public pages for search engines (sitemaps.org). */
export const sitemap = (pages: readonly Pick<PublicPage, 'path'>[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages
    .map(({ path }) => `<url><loc>${escaped(PUBLIC_ORIGIN + path)}</loc></url>\n`)
    .join('')}</urlset>\n`;

/** What search engines may read, and where they find the list. */
export const robots = (): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /user/\nDisallow: /debug\n\nSitemap: ${PUBLIC_ORIGIN}/sitemap.xml\n`;
