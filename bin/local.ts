import { enableCompileCache } from 'node:module';
import path from 'node:path';

/** `npm start`: runs the product on this machine. `--watch` reloads changes, `--verbose` shows the raw logs. */

// Child processes read this variable, so they share the cache of compiled code.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../.cache/node');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

const { main } = await import('../lib/local/main.ts');
await main(process.env, process.argv.slice(2));
