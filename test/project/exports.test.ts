import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Files whose exports are for other projects: the typed client, which is also a package. */
const PUBLIC = new Set(['lambdas/contract/client.ts']);

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs', '*.mdx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !/^vendor\/|\.gen\./.test(file) && existsSync(join(root, file)));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** Removes comments, because they can contain a name as a word. */
const withoutComments = (source: string): string => source.replace(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm, '');

/** The number of files whose code contains each word. */
const mentions = new Map<string, number>();
for (const source of sources.values())
  for (const word of new Set(withoutComments(source).match(/[A-Za-z_$][\w$]*/g)))
    mentions.set(word, (mentions.get(word) ?? 0) + 1);

const exportedBy = (source: string): string[] =>
  [...source.matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) ([A-Za-z_$][\w$]*)/gm)].map(
    ([, name]) => name ?? '',
  );

it('every export is used by another file', () => {
  const unused = [...sources].flatMap(([file, source]) =>
    PUBLIC.has(file)
      ? []
      : exportedBy(source)
          .filter((name) => mentions.get(name) === 1)
          .map((name) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});
