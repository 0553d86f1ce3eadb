import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { buildFrontEnd, webDir } from '../../lib/build/build-front-end.ts';

/** The budget of a page's first visit in KB, compressed with brotli. */
interface Budget {
  page: string;
  sources: readonly string[];
  /** The name of a worker that the page starts immediately. Workers are not in the manifest. */
  worker?: string;
  kilobytes: number;
}

const budgets: readonly Budget[] = [
  { page: '/dashboard', sources: ['src/routes/_signed-in/dashboard.tsx'], kilobytes: 129.7 },
  { page: '/login', sources: ['src/routes/login.tsx'], kilobytes: 127.9 },
  { page: '/webhooks', sources: ['src/routes/_signed-in/webhooks/index.tsx'], kilobytes: 127.9 },
  { page: '/senders', sources: ['src/routes/senders/index.tsx'], kilobytes: 127.9 },
  {
    page: '/senders/{slug} and its data',
    // The service with the most events and examples.
    sources: ['src/routes/senders/$slug.tsx', '../virtual:sender-pages', '../virtual:sender-page/github'],
    kilobytes: 135.8,
  },
  {
    page: '/webhooks/{id} and the dialog',
    sources: ['src/routes/_signed-in/webhooks/$id.tsx', 'src/features/invocations/invocation-dialog.tsx'],
    kilobytes: 198.6,
  },
  {
    page: '/editor and its worker',
    sources: ['src/routes/_signed-in/editor.tsx', 'src/features/editor/code-editor.tsx'],
    worker: 'template-worker',
    // The worker contains the whole template language, so this page is the largest.
    kilobytes: 264.5,
  },
];
const CSS_KILOBYTES = 10.6;
const SENDER_DOCUMENT_KILOBYTES = 16;
const PRELOADED_FONT_KILOBYTES = 30;

interface Measured {
  what: string;
  kilobytes: number;
  allowed: number;
}

/** The code files that the given sources need, including the entry's. */
function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  const files = new Set<string>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) collect(next);
  };
  for (const [key, { isEntry }] of Object.entries(manifest)) {
    if (isEntry || sources.some((source) => key.startsWith(source))) collect(key);
  }
  return [...files].filter((file) => file.endsWith('.js'));
}

function workerFile(folder: string, name: string): string {
  const found = readdirSync(path.join(folder, 'assets')).find((file) => file.startsWith(`${name}-`));
  if (!found) throw new Error(`the build has no worker ${name}`);
  return `assets/${found}`;
}

/** Measures the built pages in a folder against the budgets. */
function measure(folder: string): Measured[] {
  const read = (file: string) => readFileSync(path.join(folder, file));
  const compressed = (data: Buffer) => brotliCompressSync(data).length / 1024;
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Manifest;
  const app = read('app.html').toString();
  const css = /<style>(.*?)<\/style>/s.exec(app)?.[1] ?? '';
  const font = /<link rel="preload" href="\/([^"]+)" as="font"/.exec(app)?.[1] ?? '';
  return [
    ...budgets.map(({ page, sources, worker, kilobytes }) => ({
      what: `code of ${page}`,
      kilobytes: [...filesOf(manifest, sources), ...(worker ? [workerFile(folder, worker)] : [])].reduce(
        (sum, file) => sum + compressed(read(file)),
        0,
      ),
      allowed: kilobytes,
    })),
    {
      what: 'document of /senders/{slug}',
      kilobytes: compressed(read('senders/github/index.html')),
      allowed: SENDER_DOCUMENT_KILOBYTES,
    },
    { what: 'styles', kilobytes: compressed(Buffer.from(css)), allowed: CSS_KILOBYTES },
    { what: 'font before the first paint', kilobytes: read(font).length / 1024, allowed: PRELOADED_FONT_KILOBYTES },
  ];
}

// `npm run budgets` builds changed parts, prints the table and fails if a budget is exceeded.
await buildFrontEnd();
const measured = measure(webDir);
for (const { what, kilobytes, allowed } of measured) {
  const verdict = kilobytes <= allowed ? 'ok' : 'TOO MUCH';
  process.stdout.write(
    `${what.padEnd(38)} ${kilobytes.toFixed(1).padStart(7)} KB of ${String(allowed).padStart(5)}  ${verdict}\n`,
  );
}
if (measured.some(({ kilobytes, allowed }) => kilobytes > allowed)) process.exitCode = 1;
