import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run ui`: the page that shows every part of `src/ui`. It is never built, so that nothing of it is shipped. */
export default defineConfig({
  root: import.meta.dirname,
  define: { __VERSION__: JSON.stringify('gallery') },
  plugins: [react(), tailwindcss()],
  server: { host: '127.0.0.1', port: 3010, open: false },
  clearScreen: false,
});
