import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Device, Measured } from './bars.ts';

/** Its hundred packages are fetched for a measurement, not by every `npm ci`. */
const VERSION = '13.5.0';
const folder = path.resolve(import.meta.dirname, '../../.cache', `lighthouse-${VERSION}`);

/** The used part of a result (github.com/GoogleChrome/lighthouse, docs/understanding-results.md). */
interface Result {
  lhr: {
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
    runtimeError?: { message: string };
  };
}
type Run = (url: string, flags: object, config?: object) => Promise<Result | undefined>;

interface Lighthouse {
  /** Looks at a page once, with the tab's own profile. @throws when the page could not be loaded */
  audit(url: string, device: Device): Promise<{ measured: Measured; complaints: string[] }>;
}

/** Lighthouse on a browser that listens for its tools on `port`; fetched from the registry the first time. */
export const openLighthouse = async (port: number): Promise<Lighthouse> => {
  const entry = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    execFileSync(
      'npm',
      ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`],
      {
        stdio: 'inherit',
      },
    );
  }
  const { default: run } = (await import(pathToFileURL(entry).href)) as { default: Run };
  const { default: desktop } = (await import(
    pathToFileURL(path.join(folder, 'node_modules/lighthouse/core/config/desktop-config.js')).href
  )) as { default: object };

  return {
    audit: async (url, device) => {
      const flags = {
        port,
        logLevel: 'silent',
        output: 'json',
        // The account stays signed in.
        disableStorageReset: true,
        onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      };
      const result = await run(url, flags, device === 'desktop' ? desktop : undefined);
      if (!result || result.lhr.runtimeError)
        throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
      const { categories, audits } = result.lhr;
      const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
      const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
      return {
        measured: {
          performance: score('performance'),
          accessibility: score('accessibility'),
          'best-practices': score('best-practices'),
          seo: score('seo'),
          lcp: value('largest-contentful-paint'),
          cls: value('cumulative-layout-shift'),
          tbt: value('total-blocking-time'),
          bytes: value('total-byte-weight'),
        },
        complaints: Object.values(audits)
          .filter(({ score: of, numericValue }) => of === 0 && numericValue === undefined)
          .map(({ title }) => title),
      };
    },
  };
};
