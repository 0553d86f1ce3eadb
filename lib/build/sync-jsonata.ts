import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin as EsbuildPlugin } from 'esbuild';

/**
 * The template language runs on a synchronous build of jsonata, made from the installed package while bundling.
 * Upstream evaluates everything in promises, although none of our functions is asynchronous; a promise per syntax node is
 * most of its time, and a value such as `{"then": /a/}` passes for a promise that never settles.
 */

/** The only version the transformation is written for; older ones allow remote code execution. */
const PINNED_VERSION = '2.2.2';

/** Removals, each with the number of places it must find, so that another source than the known one is noticed. */
const removals: { what: RegExp; by: string; times: number }[] = [
  { what: /await Promise\.all\(/g, by: '(', times: 2 },
  { what: /\basync (?=function\b|\()/g, by: '', times: 46 },
  { what: /\bawait /g, by: '', times: 103 },
  // Stack traces nobody reads cost more than the errors they belong to.
  { what: /^\s*(stack: |err\.stack = )\(new Error\(\)\)\.stack[,;]?$\n/gm, by: '', times: 83 },
];

/** Corrections of engine behaviour that would let one render influence another, or a payload pass for an engine value. */
const corrections: { why: string; what: string; by: string }[] = [
  {
    why: 'a built-in function applied by ~> kept the position of its last call, maybe in another template',
    what: '                result = apply(func, [lhs], null, environment);',
    by: '                func.position = expr.position; func.token = undefined; result = apply(func, [lhs], null, environment);',
  },
  {
    why: 'a payload {"outerWrapper": true} must not be unwrapped like an array',
    what: 'result = input && input.outerWrapper ? input[0] : input;',
    by: 'result = Array.isArray(input) && input.outerWrapper ? input[0] : input;',
  },
  {
    why: 'grouping an empty array of the payload must not add an item to it',
    what: 'if (input.length === 0 && !reduce) {\n            input.push(undefined);',
    by: 'if (input.length === 0 && !reduce) {\n            input = [undefined];',
  },
];

/**
 * Turns the source of jsonata.js into its synchronous form.
 * @throws Error when the source is not the expected one, or anything asynchronous would be left.
 */
export function syncJsonata(source: string): string {
  let code = source;
  for (const { what, by, times } of removals) {
    const found = code.match(what)?.length ?? 0;
    if (found !== times) throw new Error(`sync jsonata: expected ${what} ${times} times, found ${found}`);
    code = code.replace(what, by);
  }
  for (const { why, what, by } of corrections) {
    if (code.split(what).length !== 2) throw new Error(`sync jsonata: no unique place for the correction "${why}"`);
    code = code.replace(what, () => by);
  }
  const left = /\bawait\b|\basync\s*(function|\()|\bPromise\b|\.then\(/.exec(code);
  if (left) throw new Error(`sync jsonata: "${left[0]}" is left at offset ${left.index}`);
  return code;
}

/** The synchronous build of the installed package as the text of an ES module with a default export. */
export function syncJsonataModule(): string {
  const require = createRequire(import.meta.url);
  const { version } = require('jsonata/package.json') as { version: string };
  if (version !== PINNED_VERSION) throw new Error(`sync jsonata: needs jsonata ${PINNED_VERSION}, found ${version}`);
  const code = syncJsonata(readFileSync(require.resolve('jsonata/jsonata.js'), 'utf8'));
  return `const module = { exports: {} };\nconst exports = module.exports;\n${code}\nexport default module.exports;\n`;
}

/** For esbuild: every import of `jsonata` in the bundle gets the synchronous build. */
export function syncJsonataForEsbuild(): EsbuildPlugin {
  return {
    name: 'sync-jsonata',
    setup(build) {
      build.onResolve({ filter: /^jsonata$/ }, () => ({
        path: 'jsonata',
        namespace: 'sync-jsonata',
        sideEffects: false,
      }));
      build.onLoad({ filter: /.*/, namespace: 'sync-jsonata' }, () => ({
        contents: syncJsonataModule(),
        loader: 'js',
      }));
    },
  };
}

/** For Vite and vitest: the same, so that the browser bundle and the tests run what the functions run. */
export function syncJsonataForVite() {
  const id = '\0sync-jsonata';
  return {
    name: 'sync-jsonata',
    enforce: 'pre' as const,
    resolveId: (source: string) => (source === 'jsonata' ? id : undefined),
    load: (source: string) => (source === id ? { code: syncJsonataModule(), moduleSideEffects: false } : undefined),
  };
}
