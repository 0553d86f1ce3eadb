/**
 * Compares the template language with the test suite of jsonata itself, which is not part of this repository:
 *
 *   git clone --branch v2.2.2 https://github.com/jsonata-js/jsonata
 *   npm exec -- node tools/jsonata-suite.ts jsonata/test/test-suite
 *
 * Every case is rendered twice, as `X{{ expression }}Y` and as a bare expression. It must print the expected value, or
 * fail with the expected code. Differences are counted by reason; the reasons are explained in docs/templates.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPrintBudget, print } from '../lambdas/templates/print.ts';
import { render } from '../lambdas/templates/render.ts';

interface Case {
  group: string;
  expr: string;
  data: unknown;
  bindings: Record<string, unknown>;
  result?: unknown;
  code?: string;
  unordered?: boolean;
}

const suite = process.argv[2];
if (!suite) throw new Error('Usage: node tools/jsonata-suite.ts <path of jsonata/test/test-suite>');

const differences = new Map<string, Case[]>();
let compared = 0;
let agreed = 0;
for (const test of readCases(suite)) {
  const reason = reasonNotToCompare(test);
  if (reason) {
    differences.set(reason, [...(differences.get(reason) ?? []), test]);
    continue;
  }
  compared++;
  const expected = test.code ?? expectedText(test);
  const body = test.data === undefined ? '' : JSON.stringify(test.data);
  const inText = outcome(`X{{ ${test.expr} }}Y`, body).replace(/^X(.*)Y$/s, '$1');
  const bare = outcome(test.expr, body);
  if (inText === expected && (bare === expected || test.expr.includes('{{'))) agreed++;
  else {
    const why = `differs: expected ${short(expected)}, in text ${short(inText)}, bare ${short(bare)}`;
    differences.set(why, [...(differences.get(why) ?? []), test]);
  }
}
for (const [reason, tests] of [...differences].sort(([, one], [, other]) => other.length - one.length)) {
  console.log(`${String(tests.length).padStart(4)}  ${reason}`);
  if (reason.startsWith('differs'))
    for (const { group, expr } of tests) console.log(`        ${group}: ${short(expr)}`);
}
console.log(`${agreed} of ${compared} compared cases agree`);

function outcome(template: string, body: string): string {
  const result = render({ template, body, contentType: 'application/json' });
  return 'message' in result ? result.message : result.error.code;
}

function expectedText({ result }: Case): string {
  try {
    return print(result, newPrintBudget());
  } catch (failure) {
    return (failure as { code: string }).code;
  }
}

function reasonNotToCompare({ bindings, expr, unordered }: Case): string | undefined {
  if (Object.keys(bindings).length > 0) return 'needs variables bound from outside';
  if (unordered) return 'any order would do';
  if (/\$eval\b/.test(expr)) return '$eval is not available (E3003)';
  return undefined;
}

function short(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

function readCases(root: string): Case[] {
  const cases: Case[] = [];
  for (const group of readdirSync(join(root, 'groups'))) {
    for (const file of readdirSync(join(root, 'groups', group)).filter((name) => name.endsWith('.json'))) {
      const read = JSON.parse(readFileSync(join(root, 'groups', group, file), 'utf8'));
      for (const one of Array.isArray(read) ? read : [read]) {
        const expr = one.expr ?? readFileSync(join(root, 'groups', group, one['expr-file']), 'utf8');
        const data = one.dataset ? dataset(root, one.dataset) : one.data;
        const code = one.code ?? one.error?.code;
        cases.push({ ...one, group: `${group}/${file}`, expr, data, bindings: one.bindings ?? {}, code });
      }
    }
  }
  return cases;
}

function dataset(root: string, name: string): unknown {
  return JSON.parse(readFileSync(join(root, 'datasets', `${name}.json`), 'utf8'));
}
