import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, Plugin, ResolvedConfig } from 'vite';
import { build } from 'vite';
import type { DrawnSkeleton } from '../src/skeletons.tsx';
import { appScript, type ModuleMap, publicScript, skeletonChoice } from './boot.ts';
import { docsIndex } from './docs-index.ts';
import { appHead, publicHead, robots, sitemap } from './head.ts';

/** The app's pages whose code the browser requests without waiting for the entry file: path pattern, source files. */
const bootRoutes: readonly (readonly [pattern: string, ...files: string[]])[] = [
  ['^/login/?$', 'src/routes/login.tsx'],
  ['^/register/?$', 'src/routes/register.tsx'],
  ['^/dashboard/?$', 'src/routes/_signed-in/dashboard.tsx'],
  ['^/webhooks/?$', 'src/routes/_signed-in/webhooks/index.tsx'],
  ['^/webhooks/new/?$', 'src/routes/_signed-in/webhooks/new.tsx'],
  ['^/webhooks/\\d+', 'src/routes/_signed-in/webhooks/$id.tsx'],
  ['^/editor/?$', 'src/routes/_signed-in/editor.tsx', 'src/features/editor/code-editor.tsx'],
  ['^/targets/?$', 'src/routes/_signed-in/targets/index.tsx'],
  ['^/targets/new/?$', 'src/routes/_signed-in/targets/new.tsx'],
  ['^/targets/\\d+', 'src/routes/_signed-in/targets/$id.tsx'],
];

/** The plugins that generate modules or read Markdown. Prerendering needs them too. */
const sources: readonly string[] = [
  'tellhook-target-kinds',
  'tellhook-docs-facts',
  'tellhook-sender-pages',
  'tellhook-markdown',
  'tellhook-icons',
];

type Prerenderer = typeof import('../src/prerender.tsx');

/**
 * Turns the built `index.html` into the served documents. These are `app.html` with skeletons, a prerendered
 * `<path>/index.html` per public page, `sitemap.xml`, `robots.txt`, and `docs/search.json`. Styles are inlined, the
 * text font is preloaded, and a small script is added. `csp.json` contains the hashes of all inline parts, for the
 * distribution's policy.
 */
export function pages(): Plugin {
  let config: ResolvedConfig;
  let isWritten = false;
  return {
    name: 'tellhook-pages',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: () => {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // After a failed build, reading the missing files would hide the real error.
        if (!isWritten) return;
        const out = path.resolve(config.root, config.build.outDir);
        const manifest = JSON.parse(await readFile(path.join(out, '.vite/manifest.json'), 'utf8')) as Manifest;
        const built = await readFile(path.join(out, 'index.html'), 'utf8');
        const policy = { script: new Set<string>(), style: new Set<string>() };
        const shell = await inlineStyles(built, out, policy.style);
        const { prerender, product, drawSkeletons } = await prerenderer(config);

        const app = appScript(moduleMap(manifest));
        policy.script.add(sha256(app)).add(sha256(skeletonChoice()));
        const document = withSkeletons(shell, drawSkeletons());
        await write(out, 'app.html', fill(document, appHead(product), app, ''));

        const entry = entryOf(manifest);
        const later = publicScript(`/${entry.file}`);
        policy.script.add(sha256(later));
        // The inline script loads the code later, so nothing else must request it before the first paint.
        const bare = shell.replace(/<script type="module".*?<\/script>|<link rel="modulepreload".*?>/g, '');
        const drawn = await prerender();
        await write(out, 'docs/search.json', JSON.stringify(docsIndex(drawn)));
        await write(out, 'sitemap.xml', sitemap(drawn));
        await write(out, 'robots.txt', robots());
        for (const { html, ...page } of drawn) {
          refuseInline(page.path, html);
          await write(out, path.join(page.path, 'index.html'), fill(bare, publicHead(page, product), later, html));
        }
        await write(
          out,
          'csp.json',
          `${JSON.stringify({ script: [...policy.script], style: [...policy.style] }, null, 2)}\n`,
        );
      },
    },
  };
}

/** Builds and loads the code that prerenders pages. */
async function prerenderer(config: ResolvedConfig): Promise<Prerenderer> {
  // The folder is inside the project, so imports find the project's packages.
  const folder = path.join(config.cacheDir, `prerender-${process.pid}`);
  await build({
    configFile: false,
    root: config.root,
    logLevel: 'error',
    define: config.define ?? {},
    plugins: config.plugins.filter(({ name }) => name.startsWith('vite:react') || sources.includes(name)),
    build: {
      ssr: path.join(config.root, 'src/prerender.tsx'),
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      // Assets stay files, with the same names as in the pages' build.
      assetsInlineLimit: 0,
      // One file, because the folder is deleted before the pages are rendered.
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
    },
  });
  try {
    return (await import(`${pathToFileURL(path.join(folder, 'prerender.mjs')).href}?${Date.now()}`)) as Prerenderer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const fill = (shell: string, head: string, script: string, html: string): string =>
  shell
    .replace('<!--head-->', () => `${head}${fontPreload(shell)}<script>${script}</script>`)
    .replace('<!--page-->', () => html);

/** Throws an error if the HTML has inline parts that the policy would block in the browser. */
function refuseInline(name: string, html: string): void {
  if (/\sstyle=|<script|<style/.test(html)) throw new Error(`${name} holds something inline that the policy refuses`);
}

/** Inserts the skeletons before the app's element and, after it, the script that chooses one. */
function withSkeletons(shell: string, drawn: readonly DrawnSkeleton[]): string {
  const templates = drawn.map(({ paths, signedIn, html }) => {
    refuseInline(`the skeleton of ${paths}`, html);
    return `<template data-paths="${paths}" data-signed-in="${signedIn}">${html}</template>`;
  });
  const root = '<div id="root"><!--page--></div>';
  if (!shell.includes(root)) throw new Error('the document has no place for its page');
  return shell.replace(root, () => `${templates.join('')}${root}<script>${skeletonChoice()}</script>`);
}

async function write(out: string, file: string, text: string): Promise<void> {
  const target = path.join(out, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** Inlines linked stylesheets, which saves a request before the first paint. */
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

/** Preloads only the text font, because the first paint does not need the code font. */
function fontPreload(html: string): string {
  const font = /\/assets\/geist-latin-wght-normal[^")]*\.woff2/.exec(html)?.[0];
  if (font === undefined) throw new Error('the text font is not in the styles');
  return `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`;
}

function entryOf(manifest: Manifest) {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('the manifest has no entry');
  return entry;
}

/** Lists the files that each page in `bootRoutes` needs in addition to the entry's files. */
function moduleMap(manifest: Manifest): ModuleMap {
  const entry = entryOf(manifest);
  const known = new Set<string>();
  collect(manifest, entry.imports ?? [], known);
  return bootRoutes.map(([pattern, ...sources]) => {
    const keys = sources.flatMap((source) => {
      const found = Object.keys(manifest).filter((key) => key === source || key.startsWith(`${source}?`));
      if (found.length === 0) throw new Error(`the manifest has no code for ${source}`);
      return found;
    });
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
