/*
 * Writes the index files of `integrations/`, so a target kind or a sender is one folder and needs no line elsewhere:
 * `npm run shelf`. With `--check` (part of `npm run check`), it only lists outdated files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TargetKind } from '../lambdas/targets/target-kind.ts';
import type { Fake } from '../lib/local/fakes/fake.ts';
import { presetIndices } from './presets.ts';
import { printMistakes } from './read-yaml.ts';
import { MESSAGES, senderIndices } from './senders.ts';

printMistakes();
const shelf = path.resolve(import.meta.dirname, '../integrations/targets');

const folders = readdirSync(shelf).filter((name) => existsSync(path.join(shelf, name, 'kind.ts')));
const kinds = (
  await Promise.all(
    folders.map(async (slug) => ((await import(path.join(shelf, slug, 'kind.ts'))) as { kind: TargetKind }).kind),
  )
).toSorted((a, b) => a.place - b.place);

const having = (file: string): string[] =>
  kinds.map(({ slug }) => slug).filter((slug) => existsSync(path.join(shelf, slug, file)));

/** Imports every folder's file of this name, and lists the folders. */
const parts = (name: string, file: string): { imports: string; list: string } => {
  const slugs = having(file);
  const imports = slugs.toSorted().map((slug) => `import { ${name} as ${slug} } from './${slug}/${file}';\n`);
  return { imports: imports.join(''), list: slugs.join(', ') };
};

/** A table of every folder's file of this name, by slug. */
const table = (doc: string, type: [name: string, from: string], name: string, file: string, all: string): string => {
  const { imports, list } = parts(name, file);
  return `import type { ${type[0]} } from '${type[1]}';\n${imports}\n/** ${doc} */\nexport const ${all}: Readonly<Record<string, ${type[0]}>> = { ${list} };\n`;
};

const { imports, list } = parts('kind', 'kind.ts');
const addresses = kinds.flatMap(({ secretAddress: address }) =>
  address ? [`  [${address[0]}, ${JSON.stringify(address[1])}],\n`] : [],
);
const marks = parts('mark', 'mark.tsx');
const hosts = await Promise.all(
  having('fake.ts').map(
    async (slug) => ((await import(path.join(shelf, slug, 'fake.ts'))) as { fake: Fake }).fake.hosts,
  ),
);

const indices: Record<string, string> = {
  'kinds.gen.ts': `import type { TargetKind } from '../../lambdas/targets/target-kind.ts';
${imports}
/** Every kind of target, in the order of display. */
export const targetKinds: readonly TargetKind[] = [${list}];

/** The kind with this slug, or undefined. */
export const targetKind = (slug: string): TargetKind | undefined => targetKinds.find((kind) => kind.slug === slug);
`,
  'fakes.gen.ts': table(
    'The fake of each provider that has one.',
    ['Fake', '../../lib/local/fakes/fake.ts'],
    'fake',
    'fake.ts',
    'fakes',
  ),
  'looks.gen.tsx': table(
    'The message preview of each kind.',
    ['Look', '../../frontend/src/ui/look.ts'],
    'look',
    'look.tsx',
    'looks',
  ),
  'rich-looks.gen.tsx': table(
    'The rich message preview of each kind. It is separate because it is loaded later.',
    ['ShowRich', '../../frontend/src/ui/look.ts'],
    'richLook',
    'rich-look.tsx',
    'richLooks',
  ),
  'fake-pages.gen.tsx': table(
    'The fake page of each provider.',
    ['FakePage', '../../frontend/fakes/fake-page.ts'],
    'page',
    'fake-page.tsx',
    'fakePages',
  ),
  'marks.gen.tsx': `import type { Mark } from '../../frontend/src/ui/mark.ts';
${marks.imports}
/** Names and logos of kinds for pages that are rendered before the API can be read. */
export const marks: readonly (Mark & { slug: string })[] = [
${having('mark.tsx')
  .map((slug) => `  { slug: '${slug}', ...${slug} },\n`)
  .join('')}].toSorted((a, b) => a.place - b.place);
`,
  '../../lambdas/contract/secret-addresses.gen.ts': `/** Providers’ URLs that are secrets themselves, with a replacement for each. */
export const secretAddresses: [pattern: RegExp, shown: string][] = [
${addresses.join('')}];
`,
  'examples.gen.ts': table(
    'The example of each kind that has a fake, for the tests.',
    ['KindExample', '../../test/targets/kind-example.ts'],
    'example',
    'example.ts',
    'examples',
  ),
  'hosts.gen.ts': `/** The fakes’ hosts. Templates use them without loading the fakes. */
export const targetHosts: readonly string[] = ${JSON.stringify(hosts.flat(), null, 2)};
`,
};

const isCheck = process.argv.includes('--check');
const senders = senderIndices(path.resolve(shelf, '../senders'));
const presets = presetIndices(path.resolve(shelf, '../presets'));
for (const [name, text] of Object.entries({ ...senders, ...presets })) indices[`../../${name}`] = text;

const written = Object.entries(indices).map(([name, text]): [file: string, text: string] => [
  path.join(shelf, name),
  name.endsWith('.json') ? text : `// Written by npm run shelf.\n${text}`,
]);
const messages = path.resolve(shelf, '../..', MESSAGES);
if (!isCheck) mkdirSync(messages, { recursive: true });
const wanted = new Set(written.map(([file]) => file));
/** The messages of senders that no longer exist. */
const left = readdirSync(messages)
  .map((name) => path.join(messages, name))
  .filter((file) => !wanted.has(file));
const stale = written.filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
const wrong = [...stale.map(([file]) => file), ...left];
if (!isCheck) {
  for (const [file, text] of stale) writeFileSync(file, text);
  for (const file of left) rmSync(file);
} else if (wrong.length > 0) {
  console.error(`Not up to date: ${wrong.map((file) => path.relative('.', file)).join(', ')}. Run npm run shelf.`);
  process.exitCode = 1;
}
