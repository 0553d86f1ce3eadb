import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../..');
const table = readFileSync(path.join(import.meta.dirname, 'specification.md'), 'utf8');

interface Row {
  promise: string;
  file: string;
  test: string;
}

const sections = table
  .split(/^## /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const rows = lines
      .filter((line) => line.startsWith('| ') && !line.startsWith('| What is promised'))
      .map((line): Row => {
        const [promise = '', file = '', test = ''] = line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim());
        return { promise, file, test };
      });
    return { title, rows };
  });

const sources = new Map<string, string>();
const sourceOf = (file: string): string => {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const address = path.join(projectDir, file);
  const text = existsSync(address) ? readFileSync(address, 'utf8') : '';
  sources.set(file, text);
  return text;
};

/** Matches the start of the next test, or of the next group. */
const next = { test: /\n *(?:it|describe|journey)[(.]/, group: /\n(?:describe|journey)[(.]/ };

/**
 * The source of a test or group with this title, with the tables and helpers before the file's first test. Returns
 * undefined if the file has none.
 */
const testOf = (source: string, title: string): string | undefined => {
  for (const quoted of [`'${title}'`, `"${title}"`, `\`${title}\``])
    for (let at = source.indexOf(quoted); at >= 0; at = source.indexOf(quoted, at + 1)) {
      const [, kind] = /(\bit|describe|journey(?:\.concurrent)?|\))\(\s*$/.exec(source.slice(0, at)) ?? [];
      if (!kind) continue;
      const body = source.slice(at + quoted.length);
      const end = body.search(kind === 'describe' ? next.group : next.test);
      return source.slice(0, source.search(next.test)) + (end < 0 ? body : body.slice(0, end));
    }
  return undefined;
};

describe('the table of the specification’s promises', () => {
  it('covers the sections about the user interface', () => {
    expect(sections.map(({ title, rows }) => [title.slice(0, 1), rows.length > 10])).toEqual(
      ['2', '4', '5', '8', '9'].map((section) => [section, true]),
    );
  });

  it.each(sections)('has a test for every row of $title', ({ rows }) => {
    const wanting = rows.flatMap(({ promise, file, test }) => {
      const source = testOf(sourceOf(file), test);
      if (promise === '' || test === '' || !source) return [`${promise}: no test “${test}” in ${file}`];
      const texts = [...promise.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
      return texts.filter((text) => !source.includes(text)).map((text) => `${promise}: “${text}” is not in “${test}”`);
    });
    expect(wanting).toEqual([]);
  });
});
