import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweeperSlicesMs } from '../../lambdas/dispatches/recovery/sweeper-slices.ts';
import { senders } from '../../lambdas/templates/ready-made/senders.gen.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const pages = ['README.md', 'cli/README.md', 'client/README.md', ...globSync('docs/**/*.md', { cwd: root })];
const sources = globSync('{bench,bin,cli,client,frontend,integrations,lambdas,lib,test,tools}/**/*.{ts,tsx,js}', {
  cwd: root,
});
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The names that a pattern with one group finds in the pages, each once per page. */
const named = (pattern: RegExp): { page: string; name: string }[] =>
  pages.flatMap((page) =>
    [...new Set([...read(page).matchAll(pattern)].map(([, name = '']) => name))].map((name) => ({ page, name })),
  );

/** The anchors that GitHub gives to headings. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe('a document of the project', () => {
  it('links only to existing files and headings', () => {
    const links = named(/\]\((?!https?:)([^)\s]+)\)/g).map(({ page, name }) => {
      const [file = '', anchor] = name.split('#');
      return { page, name, file: path.join(path.dirname(page), file || path.basename(page)), anchor };
    });
    expect(links.length).toBeGreaterThan(50);
    const dead = links.filter(
      ({ file, anchor }) =>
        !existsSync(path.join(root, file)) || (file.endsWith('.md') && anchor && !anchorsOf(file).includes(anchor)),
    );
    expect(dead).toEqual([]);
  });

  it('names only existing source files, by the end of their path', () => {
    const files = named(/`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|js))`/g);
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter(({ name }) => !sources.some((source) => `/${source}`.endsWith(`/${name}`)))).toEqual([]);
  });

  it('names only functions, types and fields of the code', () => {
    const code = ['package.json', ...sources].map((file) => read(file).replace(/^ *(?:\/\/|\/?\*).*$/gm, ''));
    const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
    const names = named(/`([a-z]+(?:[A-Z][a-z]+)+|(?:[A-Z][a-z]+){2,})`/g);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter(({ name }) => !words.has(name))).toEqual([]);
  });

  it('names only existing folders', () => {
    const folders = named(/`((?:bench|bin|docs|frontend|integrations|lambdas|lib|test|tools)\/(?:[\w-]+\/)*)`/g);
    expect(folders.length).toBeGreaterThan(10);
    expect(folders.filter(({ name }) => !existsSync(path.join(root, name)))).toEqual([]);
  });

  it('describes each folder of the project and of lambdas', () => {
    const table = read('docs/architecture.md').split('## Folders')[1]?.split('\n\n')[0] ?? '';
    const rows = table.replace(/`([\w/]+\/)\{([\w,]+)\}\/`/g, (_, folder: string, names: string) =>
      names
        .split(',')
        .map((name) => `\`${folder}${name}/\``)
        .join(' '),
    );
    const folders = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .flatMap((file) => /^(?:lambdas\/)?\w+\//.exec(file)?.[0] ?? []);
    const known = new Set(folders.filter((folder) => !['lambdas/', 'docs/'].includes(folder)));
    expect(known.size).toBeGreaterThan(20);
    expect([...known].filter((folder) => !rows.includes(`\`${folder}`))).toEqual([]);
  });

  it('gives the number of services that need no template', () => {
    expect(read('README.md')).toContain(`automatically for ${senders.length} services`);
  });

  it('gives the seconds in which a sweep starts work', () => {
    const { due, lanes } = sweeperSlicesMs;
    expect(read('docs/scale.md')).toContain(`${due / 1000} s for due dispatches, ${lanes / 1000} s for paused lanes`);
  });

  it('names only existing commands', () => {
    const commands = named(/npm run (?:--silent )?([\w:-]+)/g);
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter(({ name }) => !(name in scripts))).toEqual([]);
  });
});
