import { describe, expect, it } from 'vitest';
import { chooseTableProgram, type Machine, NoTableStandIn } from '../../lib/local/stand-ins/table-programs.ts';

/** A Mac without any of the programs. */
const bare: Machine = {
  platform: 'darwin',
  arch: 'arm64',
  env: {},
  packagedDynoxide: () => undefined,
  onPath: () => undefined,
  jdk: () => undefined,
  holdsDynamoDbLocal: () => true,
};
const jdk = (version: number) => () => ({ java: '/jdk/bin/java', version });
const programs = (...names: string[]) => ({
  onPath: (name: string) => (names.includes(name) ? `/bin/${name}` : undefined),
});
const withEverything: Machine = {
  ...bare,
  ...programs('dynoxide', 'mvn', '/opt/dynoxide'),
  env: { DYNOXIDE: '/opt/dynoxide' },
  packagedDynoxide: () => '/node_modules/dynoxide',
  jdk: jdk(17),
};

describe('the DynamoDB stand-in', () => {
  it('is the first available of the npm package, a named program, one on the PATH, and DynamoDB Local', () => {
    const without = { packagedDynoxide: () => undefined };
    expect([
      chooseTableProgram(withEverything),
      chooseTableProgram({ ...withEverything, ...without, onPath: (name) => name }),
      chooseTableProgram({ ...withEverything, ...without, env: {} }),
      chooseTableProgram({ ...withEverything, ...without, env: {}, ...programs('mvn') }),
    ]).toEqual([
      { kind: 'dynoxide', command: '/node_modules/dynoxide' },
      { kind: 'dynoxide', command: '/opt/dynoxide' },
      { kind: 'dynoxide', command: '/bin/dynoxide' },
      { kind: 'dynamodb-local', java: '/jdk/bin/java', folder: null },
    ]);
  });

  it('is DynamoDB Local if the variable asks for it, from the named folder if any', () => {
    const env = { TABLES: 'dynamodb-local', DYNAMODB_LOCAL: '/opt/dynamodb' };
    expect(chooseTableProgram({ ...withEverything, env })).toEqual({
      kind: 'dynamodb-local',
      java: '/jdk/bin/java',
      folder: '/opt/dynamodb',
    });
  });

  it('is explained in one sentence if none is available', () => {
    const missing: Machine[] = [
      bare,
      // Maven is missing, so DynamoDB Local cannot be downloaded.
      { ...bare, jdk: jdk(21) },
      // This Java version is too old.
      { ...bare, jdk: jdk(11), ...programs('mvn') },
      // Maven has no native library for this platform.
      { ...bare, platform: 'linux', jdk: jdk(21), ...programs('mvn') },
    ];
    for (const machine of missing) {
      expect(() => chooseTableProgram(machine)).toThrow(NoTableStandIn);
      expect(() => chooseTableProgram(machine)).toThrow(
        new RegExp(`^[^.]*npm install --no-save @dynoxide/${machine.platform}-arm64[^\\n]*\\.$`),
      );
    }
  });

  it.each([{ TABLES: 'sqlite' }, { TABLES: 'dynamodb-local' }, { DYNOXIDE: '/nowhere' }])(
    'is rejected if a variable names a missing file: %o',
    (env) => {
      const [name = ''] = Object.keys(env);
      expect(() => chooseTableProgram({ ...bare, env })).toThrow(NoTableStandIn);
      expect(() => chooseTableProgram({ ...bare, env })).toThrow(name);
    },
  );

  it('is rejected if the named folder holds something else', () => {
    const machine = { ...withEverything, env: { DYNAMODB_LOCAL: '/tmp' }, holdsDynamoDbLocal: () => false };
    expect(() => chooseTableProgram(machine)).toThrow('DYNAMODB_LOCAL=/tmp');
  });
});
