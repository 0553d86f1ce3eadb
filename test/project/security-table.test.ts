import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

interface Row {
  line: number;
  cells: string[];
}

/** The rows of all tables in docs/security.md, without their heads. */
const rows: Row[] = read('docs/security.md')
  .split('\n')
  .map((text, index) => ({ line: index + 1, text }))
  .filter(({ text }) => text.startsWith('| ') && !/^\|[ -]+\|[-| ]+$/.test(text))
  .map(({ line, text }) => ({ line, cells: text.replace(/^\| | \|$/g, '').split(' | ') }))
  .filter(({ cells }) => !['requirement', 'rule', 'control', 'attacker'].includes(cells[0] ?? ''));

/** The tests that a row names: `file › name`, and further `› name` of the same file. */
const testsOf = ({ cells }: Row): { file: string; name: string }[] => {
  let file = '';
  return [...cells.join(' | ').matchAll(/`(?:([\w/.-]+\.test\.tsx?) )?› (.+?)`(?=[;,.:)]| |$)/g)].map(
    ([, named, name = '']) => {
      file = named ?? file;
      return { file, name };
    },
  );
};

describe('the table of security requirements', () => {
  it('has no empty cell, and nothing in it is left for later', () => {
    expect(rows.length).toBeGreaterThan(120);
    for (const { line, cells } of rows) {
      expect(cells.length, `line ${line}`).toBe(3);
      for (const cell of cells) expect(cell.trim(), `line ${line}`).not.toBe('');
      expect(cells.join(' '), `line ${line}`).not.toMatch(/not met yet|\btodo\b/i);
    }
  });

  it('names an existing test for each requirement that applies', () => {
    const missing: string[] = [];
    for (const row of rows.slice(rows.findIndex(({ cells }) => cells[0]?.startsWith('API1')))) {
      const tests = testsOf(row);
      if (tests.length === 0 && !/does not apply|See \[/.test(row.cells.join()))
        missing.push(`line ${row.line}: no test`);
      for (const { file, name } of tests)
        if (!existsSync(new URL(`test/${file}`, root)) || !read(`test/${file}`).replaceAll("\\'", "'").includes(name))
          missing.push(`line ${row.line}: ${file} › ${name}`);
    }
    expect(missing).toEqual([]);
  });
});
