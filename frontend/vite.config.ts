import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pages } from './build/pages.ts';
import { targetKinds } from './build/target-kinds.ts';

const here = import.meta.dirname;
const { version } = JSON.parse(readFileSync(`${here}/../package.json`, 'utf8')) as { version: string };

/** Component tests read this file too; they need neither generated routes nor written pages. */
const testing = process.env.VITEST !== undefined;

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
    react(),
    targetKinds(),
    testing ? [] : tailwindcss(),
    testing ? [] : pages(),
  ],
  build: {
    outDir: `${here}/../dist/web`,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Fonts and icons stay files: a data: URL could not be cached for a year on its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
});
