import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../lambdas');

/** The folders of the back end. Each imports only from folders above it in this list. */
const FLOORS = [
  ...['contract', 'platform', 'templates', 'model', 'mail', 'targets', 'invocations', 'dispatches', 'webhooks'],
  ...['verification', 'status', 'billing', 'accounts', 'http', 'adapters', 'functions'],
];

/** Packages that only these folders use. */
const PACKAGES = { '@aws-sdk/': ['adapters'], '@middy/': ['http', 'functions'] };

const imports = globSync('*/**/*.ts', { cwd: root }).flatMap((file) => {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => ({ file, name }));
});
const folderOf = (file: string) => file.split('/')[0] ?? '';
const told = ({ file, name }: { file: string; name: string }) => `${file} → ${name}`;

it('no folder of the back end imports from a higher one', () => {
  const up = imports.filter(({ file, name }) => {
    const used = name.startsWith('.') ? folderOf(path.join(path.dirname(file), name)) : '';
    return FLOORS.indexOf(used) > FLOORS.indexOf(folderOf(file));
  });
  expect(new Set(imports.map(({ file }) => folderOf(file)))).toEqual(new Set(FLOORS));
  expect(up.map(told)).toEqual([]);
});

it('the back end imports nothing of the deployment and of the local machine', () => {
  expect(imports.filter(({ name }) => /^(?:\.\.\/)+lib\//.test(name)).map(told)).toEqual([]);
});

it('AWS clients and middy are used only where they belong', () => {
  const misplaced = Object.entries(PACKAGES).flatMap(([prefix, folders]) =>
    imports.filter(({ file, name }) => name.startsWith(prefix) && !folders.includes(folderOf(file))),
  );
  expect(misplaced.map(told)).toEqual([]);
});
