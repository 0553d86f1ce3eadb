import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The version of Lighthouse. It is fetched on demand, because its hundred packages would slow down every `npm ci`. */
const VERSION = '13.5.0';
const folder = path.resolve(import.meta.dirname, '../../.cache', `lighthouse-${VERSION}`);

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Scores are 0 to 100. The largest contentful paint is in milliseconds. CLS measures layout shifts. */
type Measured = Record<(typeof SCORES)[number] | 'lcp' | 'cls', number>;

const always = { accessibility: 100, 'best-practices': 100, cls: 0.05 };
const ofPublic = { ...always, performance: 99, seo: 100, lcp: 1300 };
const ofApp = { ...always, performance: 97, seo: 0, lcp: 2000 };
const ofLong = { ...ofApp, performance: 95, lcp: 2400 };

/** The main pages with their limits on a phone, the public ones first. */
export const pages: readonly (readonly [path: string, bars: Measured])[] = [
  ['/', ofPublic],
  ['/docs', ofPublic],
  ['/login', ofApp],
  ['/dashboard', ofApp],
  ['/webhooks', ofApp],
  ['/webhooks/{webhook}', ofLong],
  ['/targets', ofApp],
  ['/targets/{target}', ofLong],
  ['/webhooks/new', ofLong],
  ['/user/settings', ofLong],
  ['/editor', { ...ofLong, performance: 92 }],
];

/** The limits that a page misses, in words. On a desktop, all pages have the same limits, without one for the paint. */
export function missed(phone: Measured, measured: Measured, device: 'mobile' | 'desktop'): string[] {
  const bars = device === 'mobile' ? phone : { ...phone, performance: 99, cls: 0.01, lcp: Number.POSITIVE_INFINITY };
  const low = SCORES.filter((name) => measured[name] < bars[name]);
  const high = (['lcp', 'cls'] as const).filter((name) => !(measured[name] <= bars[name]));
  return [...low, ...high].map((name) => `${name} ${bars[name]}`);
}

/** The used part of a result (github.com/GoogleChrome/lighthouse, docs/understanding-results.md). */
type Report = Record<'categories' | 'audits', Record<string, { score: number | null; numericValue?: number }>>;
type Run = (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>;

/**
 * Loads Lighthouse for a browser with a debugging port. It is fetched from the registry the first time.
 * @returns a function that measures a page with the browser's session, and returns the median run by performance
 */
export const openLighthouse = async (port: number) => {
  const core = path.join(folder, 'node_modules/lighthouse/core');
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
  if (!existsSync(core)) execFileSync('npm', [...install, `lighthouse@${VERSION}`], { stdio: 'inherit' });
  const load = async (file: string) => (await import(pathToFileURL(path.join(core, file)).href)).default;
  const run: Run = await load('index.js');
  const desktop: object = await load('config/desktop-config.js');

  return async (url: string, device: 'mobile' | 'desktop', runs: number): Promise<Measured> => {
    const flags = { port, logLevel: 'silent', output: 'json', disableStorageReset: true, onlyCategories: [...SCORES] };
    const all: Measured[] = [];
    while (all.length < runs) {
      const { lhr } = (await run(url, flags, device === 'desktop' ? desktop : undefined)) ?? {};
      if (!lhr) throw new Error(`${url} has no result`);
      const score = (name: string) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)];
      const lcp = lhr.audits['largest-contentful-paint']?.numericValue;
      const cls = lhr.audits['cumulative-layout-shift']?.numericValue;
      all.push({ ...Object.fromEntries(SCORES.map(score)), lcp, cls });
    }
    return all.sort((a, b) => a.performance - b.performance)[Math.floor(runs / 2)] as Measured;
  };
};
