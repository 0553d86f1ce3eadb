import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dependenciesOf, forbiddenOf, licencesDocument, lockFile } from '../../tools/licences.ts';

const text = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const lock = JSON.parse(text('package-lock.json')) as unknown;
const manifest = JSON.parse(text('package.json')) as Record<string, Record<string, string>>;
const { '': _root, ...packages } = lockFile.parse(lock).packages;

describe('the lock file', () => {
  it('contains the digest of every package, so no registry can serve another one', () => {
    const without = Object.entries(packages).filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
    expect(without.map(([place]) => place)).toEqual([]);
    for (const { integrity } of Object.values(packages)) expect(integrity ?? 'sha512-').toMatch(/^sha512-/);
  });

  it('names no registry, so each installation uses its configured one', () => {
    const placed = Object.entries(packages).filter(([, { resolved }]) => resolved);
    expect(placed.map(([place]) => place)).toEqual([]);
    expect(text('package-lock.json')).not.toMatch(/"(git|file|http):|git\+ssh|localhost/);
  });
});

describe('a dependency', () => {
  it('has one exact version', () => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const [name, version] of Object.entries(manifest[kind] ?? {}))
        expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it('runs nothing during installation, unless it is listed', () => {
    const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = running.map(([place]) => place.replace(/^.*node_modules\//, ''));
    expect(names.filter((name) => !Object.hasOwn(manifest.allowScripts ?? {}, name) && name !== 'fsevents')).toEqual(
      [],
    );
  });

  it('has a listed licence that allows its use', () => {
    expect(forbiddenOf(dependenciesOf(lock))).toEqual([]);
    expect(text('docs/licences.md'), 'run npm run licences').toBe(licencesDocument(lock));
  });

  it.each(['AGPL-3.0', 'GPL-3.0-only', 'SSPL-1.0', 'BUSL-1.1', 'unknown'])(
    'under the licence %s is reported, even if it is a tool',
    (terms) => expect(forbiddenOf([{ name: 'x', version: '1.0.0', terms, isTool: true }])).toHaveLength(1),
  );
});
