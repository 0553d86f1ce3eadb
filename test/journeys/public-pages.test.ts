import { describe } from 'vitest';
import { expect, journey } from './journey.ts';

const textOf = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
const meta = (html: string, key: string) =>
  attribute(html, new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)"`));

/** The width and height in a PNG's first chunk. */
const sizeOf = async (url: string): Promise<string> => {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('image/png');
  const data = Buffer.from(await response.arrayBuffer());
  return `${data.readUInt32BE(16)}x${data.readUInt32BE(20)}`;
};

describe('the public site', () => {
  journey('has a description, a URL and a picture on every page of the sitemap', async ({ product }) => {
    const { appUrl } = product;
    const { headers, text } = await textOf(`${appUrl}/sitemap.xml`);
    expect(headers.get('content-type')).toBe('application/xml');
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '');
    expect(addresses).toEqual(expect.arrayContaining([`${appUrl}/`, `${appUrl}/docs`, `${appUrl}/legal/pp`]));

    const pages = await Promise.all(addresses.map(textOf));
    for (const [index, { status, text: html, headers: answered }] of pages.entries()) {
      const address = addresses[index];
      expect([address, status, answered.get('content-type')]).toEqual([address, 200, 'text/html; charset=utf-8']);
      expect(answered.get('cache-control')).toBe('no-cache');
      expect(attribute(html, /<link rel="canonical" href="([^"]*)"/)).toBe(address);
      expect(meta(html, 'og:url')).toBe(address);
      expect(meta(html, 'og:title')).toBe(attribute(html, /<title>([^<]*)<\/title>/));
      expect(meta(html, 'og:description')).toBe(meta(html, 'description'));
      expect(meta(html, 'og:image')).toBe(`${appUrl}/og.png`);
      expect(meta(html, 'twitter:card')).toBe('summary_large_image');
      expect(html).not.toContain('noindex');
      expect(html).toMatch(/<h1[ >]/);
    }
    const grafana = pages[addresses.indexOf(`${appUrl}/senders/grafana`)]?.text ?? '';
    const { '@graph': graph } = JSON.parse(attribute(grafana, /<script type="application\/ld\+json">(.*?)<\/script>/));
    expect(graph[0].itemListElement.at(-1).item).toBe(`${appUrl}/senders/grafana`);
    expect(graph[1].step).toHaveLength(3);
    const distinct = (key: string) => new Set(pages.map(({ text: html }) => meta(html, key))).size;
    expect([distinct('og:title'), distinct('description')]).toEqual([pages.length, pages.length]);
    expect(await sizeOf(`${appUrl}/og.png`)).toBe('1200x630');
  });

  journey('links to About on prerendered pages, before their code is loaded', async ({ product, visit }) => {
    const { aboutUrl } = (await (await fetch(`${product.appUrl}/config.json`)).json()) as { aboutUrl: string };
    expect((await textOf(`${product.appUrl}/`)).text).toContain(`<a href="${aboutUrl}"`);
    const { page } = await visit();
    // Until the configuration loads, the prerendered link stays.
    await page.route('**/config.json', () => {});
    await page.goto('/docs');
    await page.locator('html[data-scheme]').waitFor();
    await expect.poll(() => page.locator('footer a').first().getAttribute('href')).toBe(aboutUrl);
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await page.getByRole('button', { name: /Send/ }).waitFor();
    expect(await page.locator('footer a').first().getAttribute('href')).toBe(aboutUrl);
  });

  journey('lets robots index its public pages, and excludes the others', async ({ product }) => {
    const { appUrl } = product;
    const robots = await textOf(`${appUrl}/robots.txt`);
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(robots.text).toContain(`Sitemap: ${appUrl}/sitemap.xml`);
    for (const path of ['/dashboard', '/login', '/no-such-page'])
      expect(meta((await textOf(appUrl + path)).text, 'robots')).toBe('noindex');
  });

  journey('can be added to a home screen', async ({ product }) => {
    const { appUrl } = product;
    const { headers, text } = await textOf(`${appUrl}/site.webmanifest`);
    expect(headers.get('content-type')).toBe('application/manifest+json');
    const { icons } = JSON.parse(text) as { icons: { src: string; sizes: string; type: string }[] };
    for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png'))
      expect(await sizeOf(appUrl + src)).toBe(sizes);
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['any', '192x192', '512x512']));
    expect(await sizeOf(`${appUrl}/apple-touch-icon.png`)).toBe('180x180');
    expect((await textOf(`${appUrl}/favicon.svg`)).headers.get('content-type')).toBe('image/svg+xml');
  });

  journey('has small home page pictures with fixed sizes, cached for a year', async ({ product }) => {
    const { appUrl } = product;
    const { text: html } = await textOf(`${appUrl}/`);
    const images = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    expect(images).not.toEqual([]);
    for (const tag of images) {
      expect(tag).toMatch(/ width="\d+" height="\d+"/);
      expect(tag).toContain('loading="lazy"');
      expect(attribute(tag, / alt="([^"]*)"/)).not.toBe('');
    }
    const files = images.flatMap((tag) =>
      attribute(tag, / srcset="([^"]*)"/i)
        .split(', ')
        .map((each) => each.split(' ')[0]),
    );
    for (const file of new Set(files)) {
      const response = await fetch(appUrl + file);
      expect([file, response.status, response.headers.get('content-type')]).toEqual([file, 200, 'image/webp']);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(80 * 1024);
    }
  });
});
