import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { docsFacts } from './build/docs-facts.ts';
import { icons } from './build/icons.ts';
import { markdown } from './build/markdown.ts';
import { pages } from './build/pages.ts';
import { senderPages } from './build/sender-pages.ts';
import { targetKinds, withoutDrivers } from './build/target-kinds.ts';

const here = import.meta.dirname;
const { version } = JSON.parse(readFileSync(`${here}/../package.json`, 'utf8')) as { version: string };

/** Component tests use this configuration too, but need neither generated routes nor written pages. */
const testing = process.env.VITEST !== undefined;

/**
 * True for the code of nearly every page. Parts for overlays and long texts are excluded, because they load on demand.
 */
const isKit = (id: string): boolean =>
  /[\\/]frontend[\\/]src[\\/](ui|lib|data)[\\/]|node_modules[\\/](clsx|class-variance-authority)[\\/]/.test(id) &&
  !/[\\/](dialog|confirm|toasts-view|use-drag|json-tree|tree-keys|message-\w+|delivered-message|rich-look|look|subject-\w+|envelope|target-trouble|sender-paths|sender-mark|list-filter|use-side-panel|new-webhook|missed|last-messages|replays|invocation-search|stats|bars|pager|switch|radio-lines|export-calls|billing|overview|test-calls|use-growing|plain-link|field|use-draft|invocations|verification|unverified|keys|templates|password|challenge|legal|prerender|docs-search|proof-words|audit|save-file|passkeys?|team|invitation|oidc)\b/.test(
    id,
  );

/** True for the code of routes without their pages, and for the shell around all pages. */
const isRouting = (id: string): boolean =>
  /[\\/]frontend[\\/]src[\\/]((routes|shell)[\\/].*|routeTree\.gen|router|features[\\/]\w+[\\/]search)\.tsx?$/.test(
    id,
  ) && !/[\\/](palette|key-sheet|workspace-\w+)\.tsx$/.test(id);

export default defineConfig({
  root: here,
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [
    testing
      ? []
      : tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          quoteStyle: 'single',
          routesDirectory: `${here}/src/routes`,
          generatedRouteTree: `${here}/src/routeTree.gen.ts`,
          disableLogging: true,
        }),
    markdown(),
    icons(),
    react(),
    targetKinds(),
    withoutDrivers(),
    docsFacts(),
    senderPages(),
    testing ? [] : tailwindcss(),
    testing ? [] : pages(),
  ],
  build: {
    outDir: `${here}/../dist/web`,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Fonts and icons stay files, because a data: URL cannot be cached separately for a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The list of the services’ pages names every file, so their names are short.
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some((id) => id.includes('virtual:sender-page/')) ? '[hash]' : '[name]-[hash]'}.js`,
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/,
            },
            // The code of nearly every page is in one file, because forty small ones would each cost a request.
            { name: 'kit', test: isKit },
            // This is the code that every URL needs to find its page. The pages themselves load on demand.
            { name: 'routes', test: isRouting },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
});
