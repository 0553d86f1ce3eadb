import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type LaunchOptions,
  type Page,
  type Request,
} from 'playwright-core';

const projectDir = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/** Runs `work` with environment variables that are removed afterwards, including any that a package sets meanwhile. */
const withEnvironment = async <Result>(variables: Record<string, string>, work: () => Promise<Result>) => {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
};

/** @sparticuz/chromium unpacks into the temp directory and trusts all files there, so it gets a separate one. */
const unpackChromium = async (folder: string): Promise<void> => {
  if (existsSync(join(folder, 'chromium'))) return;
  mkdirSync(join(folder, '..'), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  await withEnvironment({ TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }, async () => {
    const { default: packed } = await import('@sparticuz/chromium');
    await packed.executablePath();
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run finished first; its copy is equally good.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
};

/** Chromium from npm with its own libraries and fonts. It needs nothing from the machine except Linux on x64. */
const chromiumFromNpm = async (): Promise<LaunchOptions> => {
  const manifest = require.resolve('@sparticuz/chromium').replace(/(@sparticuz\/chromium)\/.*/, '$1/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = join(projectDir, '.cache', `chromium-${version}`);
  await unpackChromium(folder);
  // The packed configuration names /tmp/fonts. Without any font, pages crash instead of showing text.
  const fonts = join(folder, 'fontconfig');
  mkdirSync(fonts, { recursive: true });
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(fonts, 'cache')}</cachedir></fontconfig>`,
  );
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: fonts },
  };
};

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser named by CHROME_PATH, otherwise npm's, otherwise an installed one. Without any, tests fail. */
const findBrowser = async (): Promise<LaunchOptions> => {
  const configured = process.env.CHROME_PATH;
  if (configured) return { executablePath: configured };
  if (process.platform === 'linux' && process.arch === 'x64') return chromiumFromNpm();
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return { executablePath: installed };
  throw new Error('The journeys need a browser: set CHROME_PATH to a Chromium or Chrome.');
};

/** Starts one headless browser. The caller closes it. */
export const openBrowser = async (args: string[] = []): Promise<Browser> =>
  chromium.launch({ ...(await findBrowser()), args: ['--no-sandbox', '--disable-gpu', ...args] });

export interface VisitorOptions {
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Loads the accessibility checker into every page. */
  axe?: boolean;
}

/** A user with a separate browser context, which shares nothing with other visitors. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Opens a path of the product. */
  open(path: string): Promise<void>;
  /** The browser's complaints: console errors and warnings, uncaught errors, policy violations, and wide pages. */
  complaints(): string[];
  /** Expected complaints, such as a request that the server has to reject. */
  expectComplaint(pattern: RegExp): void;
  /** Another page of the same user, which is watched as well. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

// Code for the page is a string, because this program is type-checked without the browser's types.
const REPORT_POLICY_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  console.error(\`policy violated: \${violatedDirective} \${blockedURI} \${sample}\`));`;
// Measures twice in a row, because a single measurement may fall between two frames of a page that is still rendering.
const REPORT_SIDEWAYS_SCROLL = `if (window === top) {
  let before = 0;
  setInterval(() => {
    const pixels = (document.documentElement?.scrollWidth ?? 0) - innerWidth;
    if (pixels > 0 && pixels === before) console.error(\`\${location.pathname} is \${pixels} px wider than its window of \${innerWidth} px\`);
    before = pixels;
  }, 300);
}`;
const SIDEWAYS_SCROLL = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
// An inherited colour moves from parent to child by one frame each, so a single quiet frame does not mean the end. A
// transition inside a closed <details> never ends.
const TRANSITIONS_OVER = `(async () => {
  for (let quiet = 0, frames = 0; quiet < 3 && frames < 60; frames++) {
    await new Promise(requestAnimationFrame);
    quiet = document.getAnimations().some((animation) => animation instanceof CSSTransition) ? 0 : quiet + 1;
  }
})()`;
/** Rules whose result depends on colours or width. All other rules only check the page's structure. */
const rulesOfLook = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'] as const;

/** Opens a fresh browser context on `appUrl`. */
export const newVisitor = async (
  browser: Browser,
  appUrl: string,
  { scheme = 'light', width = 1280, height = 860, axe = false }: VisitorOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // The longest time that a stalled machine may need; it is never reached under normal conditions.
  context.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  // Violations of a report-only policy would not appear in the console.
  await context.addInitScript({ content: REPORT_POLICY_VIOLATIONS });
  await context.addInitScript({ content: REPORT_SIDEWAYS_SCROLL });
  if (axe) await context.addInitScript({ path: require.resolve('axe-core/axe.min.js') });
  const newPage = async () => {
    const page = await context.newPage();
    watchRequests(page);
    return page;
  };
  const page = await newPage();
  return {
    page,
    context,
    open: async (path) => {
      await page.goto(path);
    },
    complaints: () => complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
    expectComplaint: (pattern) => {
      expected.push(pattern);
    },
    newPage,
    close: async () => {
      // Requests that a page makes automatically, such as its next refresh of a live list, may be intercepted by a
      // journey.
      await Promise.all(context.pages().map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    },
  };
};

/** Some requests never end in the browser, such as a preload of a file that is already cached. */
const LOAD_LIMIT_MS = 5_000;

/** Running requests, by page. Playwright's own “networkidle” waits half a second each time. */
const underWay = new WeakMap<Page, Set<Request>>();

const watchRequests = (page: Page): void => {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    // Navigation cancels the requests of the previous page, and not every cancellation is reported.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
};

/** Waits until a page has loaded everything, its fonts are rendered and all movement has ended. */
export const settled = async (page: Page): Promise<void> => {
  const deadline = Date.now() + LOAD_LIMIT_MS;
  for (let quiet = 0; quiet < 4 && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    quiet = underWay.get(page)?.size ? 0 : quiet + 1;
  }
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(TRANSITIONS_OVER);
};

/** Saves a screenshot in `screenshots/journeys/` (not committed): of the page, or of the window if a dialog is open. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  const fullPage = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0;
  await page.screenshot({ path: join(projectDir, 'screenshots', 'journeys', `${name}.png`), fullPage });
};

/** Saves a screenshot of a step of a journey if `PICTURES` is set. These are for people, not for tests. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return;
  await settled(page);
  await keepPicture(page, name);
};

// The current frame may still have the old width.
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Resolves when the latest change has been rendered. */
const nextFrame = async (page: Page): Promise<void> => {
  await page.evaluate(NEXT_FRAME);
};

/** Resolves when all fades and movements have ended. */
export const transitionsOver = async (page: Page): Promise<void> => {
  await page.evaluate(TRANSITIONS_OVER);
};

/** Changes the width of the window. Resolves when the page has been laid out for it. */
export const resize = async (page: Page, width: number): Promise<void> => {
  const now = page.viewportSize();
  if (now?.width === width && now.height === 860) return;
  await page.setViewportSize({ width, height: 860 });
  await nextFrame(page);
};

/** Pixels by which the page is wider than its window; 0 if it needs no horizontal scrolling. */
export const sidewaysScroll = (page: Page): Promise<number> => page.evaluate<number>(SIDEWAYS_SCROLL);

/** Switches the open page to a colour scheme without reloading it. Its colours then change with a transition. */
const recolour = async (page: Page, scheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(`document.documentElement.dataset.scheme = '${scheme}'`);
};

/** The rules of a check: all, those that depend on colours or width, or all but the slow one for contrast. */
type Rules = 'all' | 'look' | 'structure';

const optionsOf: Record<Rules, object> = {
  all: {},
  look: { runOnly: rulesOfLook },
  structure: { rules: { 'color-contrast': { enabled: false } } },
};

/**
 * Returns all findings of axe, including best practices, once all fades have ended. The visitor must have been created
 * with `axe`.
 * @param within a selector that limits the check to a part of the page
 */
export const accessibilityFindings = async (page: Page, rules: Rules = 'all', within?: string): Promise<string[]> => {
  const options = JSON.stringify({ resultTypes: ['violations'], ...optionsOf[rules] });
  const context = within ? JSON.stringify(within) : 'document';
  await transitionsOver(page);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${context}, ${options})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}\n${failureSummary ?? ''}`),
  );
};

/** A wide window's width in pixels. */
export const WIDE = 1280;
/** A small phone, and a 1280-pixel window at 400 % zoom. */
const NARROW = 320;
const PHONE = 390;

export interface PageCheck {
  /** The changed part, such as a dialog. If set, only this part is checked. */
  within?: string | undefined;
  /** All prose pages consist of the same few parts, so only some of them are checked for their look. */
  prose?: boolean | undefined;
}

/** The number of checks of each page. */
const checks = new WeakMap<Page, number>();

/**
 * The page's problems in a wide window with all rules, and on a phone in the other colours with those of its look. The
 * next check swaps the colours. The window ends wide.
 */
export const pageFindings = async (page: Page, name: string, { within, prose }: PageCheck = {}): Promise<string[]> => {
  const found: string[] = [];
  const count = checks.get(page) ?? 0;
  checks.set(page, count + 1);
  const [first, second] = count % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
  const hasKnownLook = prose && count % 4 !== 0;
  await settled(page);
  for (const [width, scheme, rules] of [
    [WIDE, first, hasKnownLook ? 'structure' : 'all'],
    [NARROW, second, 'look'],
  ] as const) {
    await resize(page, width);
    // A check of a missing part would find no problems.
    if (within) await page.locator(within).first().waitFor();
    const problems: string[] = [];
    if (width === WIDE || !hasKnownLook) {
      await recolour(page, scheme);
      problems.push(...(await accessibilityFindings(page, rules, within)));
    }
    const pixels = await sidewaysScroll(page);
    if (pixels > 0) problems.push(`${pixels} px wider than the window`);
    found.push(...problems.map((problem) => `${name}, ${width} px ${scheme}: ${problem}`));
    await takePicture(page, `page ${name.replaceAll('/', '·').replaceAll(/\d{5,}/g, 'id')} ${width} ${scheme}`);
  }
  await resize(page, WIDE);
  return found;
};

/** The problems of the open page, or of a part of it, on a dark phone with all rules. The window ends wide and light. */
export const phoneFindings = async (page: Page, name: string, within?: string): Promise<string[]> => {
  await takePicture(page, `${name} light`);
  await resize(page, PHONE);
  await recolour(page, 'dark');
  await takePicture(page, `${name} dark ${PHONE}`);
  const found = await accessibilityFindings(page, 'all', within);
  const pixels = await sidewaysScroll(page);
  if (pixels > 0) found.push(`${pixels} px wider than the window`);
  await recolour(page, 'light');
  await resize(page, WIDE);
  return found.map((finding) => `${name}: ${finding}`);
};
