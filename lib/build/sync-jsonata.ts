import { readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
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

/** Places where upstream is slower than it need be, or lets one render or payload influence what it should not. */
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
  {
    why: 'a message about a function crashed on its circular scope',
    what: 'return JSON.stringify(err[arguments[1]]);',
    by: 'try { return JSON.stringify(err[arguments[1]]); } catch { return "a function"; }',
  },
  {
    why: 'west of Greenwich, a zone with half hours was an hour off',
    what: 'offsetHours = Math.floor(offset / 100);',
    by: 'offsetHours = Math.trunc(offset / 100);',
  },
  {
    why: 'and its minutes had a sign of their own',
    what: "componentValue += ':' + formatInteger(offsetMinutes, '00');",
    by: "componentValue += ':' + formatInteger(Math.abs(offsetMinutes), '00');",
  },
  {
    why: 'copied as JSON, a regular expression before ?: became one that matches letters of "[object Object]" without end',
    what: 'this.condition = JSON.parse(JSON.stringify(left));',
    by: 'this.condition = structuredClone(left);',
  },
  {
    why: 'the same before ??',
    what: 'arguments: [JSON.parse(JSON.stringify(left))]',
    by: 'arguments: [structuredClone(left)]',
  },
  {
    why: 'nobody sets the hook before each node, and looking it up takes longer than most nodes',
    what: `        var entryCallback = environment.lookup(Symbol.for('jsonata.__evaluate_entry'));
        if(entryCallback) {
            entryCallback(expr, input, environment);
        }
`,
    by: '',
  },
  {
    why: 'the same of the hook after each node',
    what: `        var exitCallback = environment.lookup(Symbol.for('jsonata.__evaluate_exit'));
        if(exitCallback) {
            exitCallback(expr, input, environment, result);
        }
`,
    by: '',
  },
  {
    why: 'the same of the hook at each scope',
    what: `            var framePushCallback = enclosingEnvironment.lookup(Symbol.for('jsonata.__createFrame_push'));
            if(framePushCallback) {
                framePushCallback(enclosingEnvironment, newFrame);
            }
`,
    by: '',
  },
  {
    why: 'the clock need not be read at every node',
    what: 'if (options.timeout > 0 && Date.now() - time > options.timeout) {',
    by: 'if ((++guardedNodes & 15) === 0 && options.timeout > 0 && Date.now() - time > options.timeout) {',
  },
  {
    why: 'the counter of the correction above, and one function instead of a closure in every sequence (see below)',
    what: '    var staticFrame = createFrame(null);\n',
    by: `    var staticFrame = createFrame(null);
    var guardedNodes = 0;
    var sequenceLimit = Infinity;
    function limitedPush() {
        if (this.length + arguments.length > sequenceLimit) throw { code: "D2015", value: sequenceLimit };
        for (var ii = 0; ii < arguments.length; ii++) this[this.length] = arguments[ii];
        return this.length;
    }
`,
  },
  {
    why: 'sequences share the function that checks their length',
    what: `                    var sequence = [];
                    if (options && options.sequence) {
                        sequence.push = function(...items) {
                            if(sequence.length + items.length > options.sequence) {
                                throw {
                                    code: "D2015",
                                    value: options.sequence
                                };
                            }
                            return Array.prototype.push.apply(sequence, items);
                        };
                    }
                    sequence.sequence = true;
                    if (arguments.length === 1) {
                        sequence.push(arguments[0]);
                    }
                    return sequence;`,
    by: `                    sequenceLimit = options && options.sequence || Infinity;
                    var sequence = arguments.length === 1 ? [arguments[0]] : [];
                    sequence.sequence = true;
                    sequence.push = limitedPush;
                    return sequence;`,
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

/** For scripts that Node runs without a bundler: call it before the language is imported. */
export function syncJsonataForNode(): void {
  const url = 'sync-jsonata:module';
  module.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'jsonata' ? { url, shortCircuit: true } : next(specifier, context),
    load: (wanted, context, next) =>
      wanted === url ? { format: 'module', source: syncJsonataModule(), shortCircuit: true } : next(wanted, context),
  });
}
