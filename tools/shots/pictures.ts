import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PHONE, SHOT_WIDTHS, shotShapes } from '../../frontend/src/features/landing/shot-shapes.ts';
import { newVisitor, settled } from '../../test/support/browser.ts';
import type { Addresses } from '../../test/support/product.ts';
import type { Demo } from './demo.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
/** Pictures of the product, imported by the home page; their names carry a hash after the build. */
const shotsDir = path.join(projectDir, 'frontend/src/features/landing/shots');
/** Pictures with fixed names: icons, and the preview picture of links to the product. */
const publicDir = path.join(projectDir, 'frontend/public');

/** The invoke host that replaces the local one in pictures. */
const INVOKE_URL = 'https://in.tellhook.example';

interface Shot {
  name: keyof typeof shotShapes;
  path(demo: Demo): string;
  /** Elements that must be visible before the picture is taken. */
  ready(page: Page): Promise<unknown>;
  /** Scrolls to the part that a picture for phones shows. */
  onPhone?(page: Page): Promise<unknown>;
}

const shots: readonly Shot[] = [
  {
    name: 'webhook',
    path: ({ deploys }) => `/webhooks/${deploys}`,
    ready: (page) => page.getByText('shop-api').first().waitFor(),
  },
  {
    name: 'call',
    path: ({ deploys, troubled }) => `/webhooks/${deploys}?inv=${troubled}`,
    ready: (page) =>
      page
        .getByRole('dialog')
        .getByText('Retrying', { exact: true })
        .first()
        .evaluate(`(word) => word.closest('li, article, section').scrollIntoView({ block: 'center' })`),
  },
  {
    name: 'editor',
    path: ({ deploys, troubled }) => `/editor?webhook=${deploys}&inv=${troubled}`,
    ready: (page) =>
      page
        .getByRole('region', { name: 'Out' })
        .getByText(/^Deployed \S+ to \S+ in \d+ s/)
        .first()
        .waitFor(),
    onPhone: (page) =>
      page
        .getByRole('heading', { name: 'Template', exact: true })
        .evaluate('(heading) => scrollBy(0, heading.getBoundingClientRect().top - 90)'),
  },
];

/** Takes the pictures of the product as a user sees it, light and dark, each in all widths. */
export const takeShots = async (browser: Browser, product: Addresses, demo: Demo): Promise<void> => {
  await mkdir(shotsDir, { recursive: true });
  for (const scheme of ['light', 'dark'] as const) {
    const visitor = await newVisitor(browser, product.appUrl, { scheme });
    const { page } = visitor;
    // Replace the local invoke host, which no user has.
    await visitor.context.route('**/config.json', async (route) => {
      const config = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...config, invokeUrl: INVOKE_URL } });
    });
    // The product's clock is ahead of this machine's: a day was simulated in a minute.
    await visitor.context.clock.setSystemTime(demo.now);
    await visitor.open('/login');
    await page.getByLabel('Email').fill(demo.user.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.user.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard');
    for (const { name, path: address, ready, onPhone } of shots) {
      const take = async ({ width, height }: { width: number; height: number }, files: [string | number, number][]) => {
        await page.setViewportSize({ width, height });
        await visitor.open(address(demo));
        await ready(page);
        if (width === PHONE.width) await onPhone?.(page);
        await settled(page);
        await page.mouse.move(0, 0);
        for (const [size, pixels] of files)
          await writeFile(
            path.join(shotsDir, `${name}-${scheme}-${size}.webp`),
            await capture(page, 'webp', { width, height, scale: pixels / width }),
          );
      };
      await take(
        shotShapes[name],
        SHOT_WIDTHS.map((pixels) => [pixels, pixels]),
      );
      await take(PHONE, [['phone', PHONE.pixels]]);
    }
    const complaints = visitor.complaints();
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`);
    await visitor.close();
  }
};

/** The picture that messengers and networks show next to a link: the top of the home page, 1200 × 630. */
export const takeLinkPicture = async (browser: Browser, { appUrl }: Addresses): Promise<void> => {
  // The content is larger than on a screen, because the picture is mostly seen small.
  const size = { width: 1120, height: 588 };
  const { page, open, close } = await newVisitor(browser, appUrl, size);
  await open('/');
  await settled(page);
  await page.evaluate(`{
    const [header] = document.getElementsByTagName('header');
    for (const control of header.querySelectorAll('nav, button, a:not([href="/"])')) control.remove();
    document.documentElement.style.overflow = 'hidden';
    const hero = document.querySelector('main section');
    hero.style.padding = '0 32px 16px';
    hero.style.height = 'calc(100vh - ' + header.offsetHeight + 'px)';
  }`);
  await writeFile(path.join(publicDir, 'og.png'), await capture(page, 'png', { ...size, scale: 1200 / size.width }));
  await close();
};

/** The icons have rounded, transparent corners, or fill a square that others crop. `square` is the size of the mark. */
const icons: readonly { file: string; pixels: number; square?: number }[] = [
  { file: 'icon-192.png', pixels: 192 },
  { file: 'icon-512.png', pixels: 512 },
  // Up to a fifth can be cropped at its edges.
  { file: 'icon-maskable-512.png', pixels: 512, square: 0.84 },
  { file: 'apple-touch-icon.png', pixels: 180, square: 1.1 },
];

/** Draws the bitmap icons from the vector icon. */
export const drawIcons = async (browser: Browser): Promise<void> => {
  const drawing = await readFile(path.join(publicDir, 'favicon.svg'), 'utf8');
  const [, ground = '', mark = ''] = /(<rect[^>]*>)(.*)<\/svg>/s.exec(drawing) ?? [];
  const page = await browser.newPage({ viewport: { width: 640, height: 640 } });
  for (const { file, pixels, square } of icons) {
    const inside = square
      ? `${ground.replace(/ rx="\d+"/, '')}<g transform="translate(16 16) scale(${square}) translate(-16 -16)">${mark}</g>`
      : ground + mark;
    await page.setContent(
      `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${pixels}" height="${pixels}" style="display:block">${inside}</svg>`,
    );
    await writeFile(
      path.join(publicDir, file),
      await page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: pixels, height: pixels } }),
    );
  }
  await page.close();
};

/** A picture of the window, rendered at a larger or smaller scale. */
const capture = async (
  page: Page,
  format: 'webp' | 'png',
  { width, height, scale }: { width: number; height: number; scale: number },
): Promise<Buffer> => {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format,
    ...(format === 'webp' && { quality: 46 }),
    clip: { x: 0, y: await page.evaluate<number>('scrollY'), width, height, scale },
  });
  await devtools.detach();
  return Buffer.from(data, 'base64');
};
