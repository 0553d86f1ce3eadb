import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { schemeChoice } from '../build/boot.ts';
import { icons } from '../build/icons.ts';

/** Adds a script that sets the colours before the first paint. The page's policy contains its hash. */
const scheme = (): Plugin => ({
  name: 'tellhook-fakes-scheme',
  transformIndexHtml: (html) => html.replace('<!--scheme-->', () => `<script>${schemeChoice()}</script>`),
});

/** The fakes' page, `/__fakes` on the local machine. It is never deployed. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/__fakes/',
  define: { __VERSION__: JSON.stringify('fakes') },
  plugins: [icons(), react(), tailwindcss(), scheme()],
  build: {
    outDir: `${import.meta.dirname}/../../dist/fakes`,
    emptyOutDir: true,
    target: 'es2023',
    // Fonts stay files, because the policy allows no data: URL for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page is loaded from this machine, so one large file is fast enough.
    chunkSizeWarningLimit: 1000,
  },
});
