import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFakesPage, fakesPageDir } from '../../build/build-front-end.ts';
import { ASKING_ELEMENT, type AskingPage } from './wire.ts';

/** The built page of `frontend/fakes`, built before the first request and again after a change. */
interface BuiltPage {
  /** Returns the page of all providers, or a page that shows the question `asks` of one provider. */
  document(asks?: AskingPage): Promise<{ html: string; policy: string }>;
  /** A file next to the document; undefined if missing. */
  file(name: string): Promise<Buffer | undefined>;
}

/** The page runs only its own scripts and styles, and frames only the emails that it serves. */
const policyFor = (html: string): string => {
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const scripts = ["'self'", ...inline].join(' ');
  return `default-src 'none'; script-src ${scripts}; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
};

export const builtPage: BuiltPage = {
  async document(asks) {
    await buildFakesPage();
    const html = await readFile(join(fakesPageDir, 'index.html'), 'utf8');
    const policy = policyFor(html);
    if (!asks) return { html, policy };
    // Escapes `<`, so no value can close the surrounding element.
    const facts = JSON.stringify(asks).replaceAll('<', '\\u003c');
    const element = `<script type="application/json" id="${ASKING_ELEMENT}">${facts}</script>`;
    return { html: html.replace('</body>', () => `${element}</body>`), policy };
  },
  async file(name) {
    if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined;
    return readFile(join(fakesPageDir, 'assets', name)).catch(() => undefined);
  },
};
