/**
 * A placeholder in built files for the public origin. One build serves all stages, so the site's deployment replaces it
 * with the stage's origin (lib/constructs/site-documents.ts).
 */
export const PUBLIC_ORIGIN = 'https://public-origin.invalid';

/** A placeholder for the URL of the stage's external About page. Stages without one do not link to it. */
export const PUBLIC_ABOUT = 'https://public-about.invalid/';

/** The status page, which the canary writes. Stages without a canary do not link to it. */
export const STATUS_PATH = '/status';

/** The image in previews of links to the product; made by `npm run shots`. */
const LINK_PICTURE = { path: '/og.png', width: 1200, height: 630 };

interface PublicPage {
  /** The URL without a trailing slash, except for the home page. */
  path: string;
  title: string;
  description: string;
  data?: object;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escaped(content)}">`;

/** A public page's metadata for search engines and link previews. */
export const publicHead = ({ path, title, description, data }: PublicPage, product: string): string => {
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
    // No script runs here, so the content security policy does not apply.
    ...(data ? [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`] : []),
  ].join('');
};

/** The head of all other pages, which show private content or an error. */
export const appHead = (product: string): string =>
  `<title>${escaped(product)}</title>${meta('name', 'robots', 'noindex')}`;

/** The sitemap of the public pages, for search engines (sitemaps.org). */
export const sitemap = (pages: readonly Pick<PublicPage, 'path'>[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages
    .map(({ path }) => `<url><loc>${escaped(PUBLIC_ORIGIN + path)}</loc></url>\n`)
    .join('')}</urlset>\n`;

/** The content of robots.txt: the paths that search engines must not read, and the sitemap's URL. */
export const robots = (): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /user/\nDisallow: /debug\n\nSitemap: ${PUBLIC_ORIGIN}/sitemap.xml\n`;
