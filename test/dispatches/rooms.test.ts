import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../lambdas/dispatches');
const files = globSync('**/*.ts', { cwd: root });

/** The files of this folder that each file imports. */
const imports = new Map(
  files.map((file) => {
    const names = [...readFileSync(path.join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)];
    const own = names.map(([, name = '']) => path.join(path.dirname(file), name));
    return [file, own.filter((name) => files.includes(name))] as const;
  }),
);

/** The other folders that each folder can import, besides itself and the root. */
const MAY_USE: Record<string, string[]> = {
  '.': ['lane'],
  lane: ['.'],
  delivery: ['.', 'lane'],
  owner: ['.', 'lane'],
  recovery: ['.', 'lane', 'owner'],
};

describe('the folders of the dispatches', () => {
  it('import each other in one direction', () => {
    const others = [...imports].flatMap(([file, used]) =>
      used
        .filter((name) => ![path.dirname(file), ...(MAY_USE[path.dirname(file)] ?? [])].includes(path.dirname(name)))
        .map((name) => `${file} → ${name}`),
    );
    expect(files.length).toBeGreaterThan(15);
    expect(others).toEqual([]);
  });

  it('have no import cycles', () => {
    const reach = (file: string): Set<string> => {
      const reached = new Set(imports.get(file));
      for (const each of reached) for (const next of imports.get(each) ?? []) reached.add(next);
      return reached;
    };
    expect(files.filter((file) => reach(file).has(file))).toEqual([]);
  });
});
