import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, Plugin, ResolvedConfig } from 'vite';
import { bootScript, type ModuleMap } from './boot.ts';

/** The app's pages whose code is worth asking for before the entry file was read: path pattern → route file. */
const bootRoutes: readonly (readonly [pattern: string, file: string])[] = [
  ['^/login/?$', 'src/routes/login.tsx'],
  ['^/register/?$', 'src/routes/register.tsx'],
  ['^/dashboard/?$', 'src/routes/_signed-in/dashboard.tsx'],
  ['^/webhooks/?$', 'src/routes/_signed-in/webhooks/index.tsx'],
  ['^/webhooks/new/?$', 'src/routes/_signed-in/webhooks/new.tsx'],
  ['^/webhooks/\\d+', 'src/routes/_signed-in/webhooks/$id.tsx'],
  ['^/targets/?$', 'src/routes/_signed-in/targets/index.tsx'],
  ['^/targets/new/?$', 'src/routes/_signed-in/targets/new.tsx'],
  ['^/targets/\\d+', 'src/routes/_signed-in/targets/$id.tsx'],
];

/**
 * Turns the built `index.html` into the pages that are served: styles inlined, fonts preloaded, the boot script added;
 * `app.html` for every path of the app, `index.html` for the landing page. `csp.json` names the hashes of everything
 * inline, for the content security policy of the distribution.
 */
export function pages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'tellhook-pages',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      async handler(error) {
        if (error) return;
        const out = path.resolve(config.root, config.build.outDir);
        const manifest = JSON.parse(await readFile(path.join(out, '.vite/manifest.json'), 'utf8')) as Manifest;
        const built = await readFile(path.join(out, 'index.html'), 'utf8');
        const hashes = { script: new Set<string>(), style: new Set<string>() };
        const shell = await inlineStyles(built, out, hashes.style);
        const boot = bootScript(moduleMap(manifest));
        hashes.script.add(sha256(boot));
        const head = `${fontPreload(shell)}<script>${boot}</script>`;
        const page = shell.replace('<!--head-->', () => head).replace('<!--page-->', '');
        await writeFile(path.join(out, 'app.html'), page);
        await writeFile(path.join(out, 'index.html'), page);
        const policy = { script: [...hashes.script], style: [...hashes.style] };
        await writeFile(path.join(out, 'csp.json'), `${JSON.stringify(policy, null, 2)}\n`);
      },
    },
  };
}

/** Puts the text of linked stylesheets into the page: one request less before the first paint. */
async function inlineStyles(html: string, out: string, hashes: Set<string>): Promise<string> {
  let result = html;
  for (const [tag, href] of html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)) {
    if (href === undefined) continue;
    const css = (await readFile(path.join(out, href), 'utf8')).trim();
    hashes.add(sha256(css));
    result = result.replace(tag, () => `<style>${css}</style>`);
  }
  return result;
}

/** Only the text face: the code face is not needed for the first paint. */
function fontPreload(html: string): string {
  const font = /\/assets\/geist-latin-wght-normal[^")]*\.woff2/.exec(html)?.[0];
  if (font === undefined) throw new Error('the text font is not in the styles');
  return `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`;
}

/** Every file that a route needs besides the entry's own, in the order of the manifest. */
function moduleMap(manifest: Manifest): ModuleMap {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('the manifest has no entry');
  const known = new Set<string>();
  collect(manifest, entry.imports ?? [], known);
  return bootRoutes.map(([pattern, file]) => {
    const keys = Object.keys(manifest).filter((key) => key.startsWith(`${file}?`));
    if (keys.length === 0) throw new Error(`the manifest has no code for ${file}`);
    const files = new Set<string>();
    collect(manifest, keys, files);
    return [pattern, [...files].filter((name) => !known.has(name) && name !== entry.file).map((name) => `/${name}`)];
  });
}

function collect(manifest: Manifest, keys: readonly string[], files: Set<string>): void {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) continue;
    files.add(chunk.file);
    collect(manifest, chunk.imports ?? [], files);
  }
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
