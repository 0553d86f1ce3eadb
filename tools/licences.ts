import * as z from 'zod';

/** The lock file, with the origins and licences of packages. */
export const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

/** Terms that only require keeping their text. If a package offers two, one of them is enough. */
const OPEN_TERMS = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

/** Terms that are fine for tools, whose files never leave the machine that builds. */
const TOOL_TERMS = ['CC-BY-4.0', 'MPL-2.0'];

interface Dependency {
  name: string;
  version: string;
  terms: string;
  /** True if the package is used only to build or test, and never deployed. */
  isTool: boolean;
}

/** All packages of the lock file, each version once, by name. */
export const dependenciesOf = (lock: unknown): Dependency[] => {
  const found = new Map<string, Dependency>();
  for (const [place, { version = '', license = 'unknown', dev = false }] of Object.entries(
    lockFile.parse(lock).packages,
  )) {
    if (place === '') continue;
    const name = place.replace(/^.*node_modules\//, '');
    const known = found.get(`${name}@${version}`);
    found.set(`${name}@${version}`, { name, version, terms: license, isTool: dev && (known?.isTool ?? true) });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
};

/** Packages whose licences are not open enough for their use. */
export const forbiddenOf = (dependencies: Dependency[]): Dependency[] =>
  dependencies.filter(({ terms, isTool }) => {
    const offered = terms.replace(/[()]/g, '').split(' OR ');
    const allowed = isTool ? [...OPEN_TERMS, ...TOOL_TERMS] : OPEN_TERMS;
    return !offered.some((term) => allowed.includes(term));
  });

/** The text of docs/licences.md: every package that may reach production, and the tools grouped by licence. */
export const licencesDocument = (lock: unknown): string => {
  const dependencies = dependenciesOf(lock);
  const list = (wanted: Dependency[]) => {
    const byTerms = Map.groupBy(wanted, ({ terms }) => terms);
    return [...byTerms]
      .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
      .map(
        ([terms, of]) =>
          `**${terms}** (${of.length}): ${of.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`,
      )
      .join('\n');
  };
  return `# Licences

Generated from the lock file by \`npm run licences\`; \`test/project/supply-chain.test.ts\` keeps it up to date.

## May be deployed

Each function or page contains only a few of these; \`npm run build\` lists the contents of each function.

${list(dependencies.filter(({ isTool }) => !isTool))}
## Build and test only

${list(dependencies.filter(({ isTool }) => isTool))}`;
};
