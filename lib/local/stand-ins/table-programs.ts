import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** A program that can provide DynamoDB on this machine. */
export type TableProgram =
  | { kind: 'dynoxide'; command: string }
  /** `folder` is null if Maven has to download the program first. */
  | { kind: 'dynamodb-local'; java: string; folder: string | null };

/** The properties of a machine that decide which program provides the table; see {@link thisMachine}. */
export interface Machine {
  platform: string;
  arch: string;
  /**
   * Environment variables. DYNOXIDE is the path of dynoxide, and DYNAMODB_LOCAL the folder of DynamoDB Local. With
   * TABLES=dynamodb-local, dynoxide is skipped.
   */
  env: NodeJS.ProcessEnv;
  /** Path of dynoxide if npm installed it; undefined otherwise. */
  packagedDynoxide(): string | undefined;
  /** Path of an executable file on the PATH; undefined if it isn't found. */
  onPath(name: string): string | undefined;
  /** The path of a JDK's `java`, and its version. A Java runtime without a compiler is ignored. */
  jdk(): { java: string; version: number } | undefined;
  /** True if a folder contains DynamoDB Local, from AWS's archive or from Maven. */
  holdsDynamoDbLocal(folder: string): boolean;
}

/** Thrown when no program can provide the table. Its message explains how to get one. */
export class NoTableStandIn extends Error {
  override name = 'NoTableStandIn';
}

const MIN_JAVA = 17;

/** The platforms for which Maven has DynamoDB Local's native library. */
const HAS_NATIVE_LIBRARY = ['linux-x64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

const dynamoDbLocal = (machine: Machine): TableProgram | undefined => {
  const jdk = machine.jdk();
  if (!jdk || jdk.version < MIN_JAVA) return undefined;
  const folder = machine.env.DYNAMODB_LOCAL;
  if (folder) return { kind: 'dynamodb-local', java: jdk.java, folder };
  const canFetch = HAS_NATIVE_LIBRARY.includes(`${machine.platform}-${machine.arch}`) && machine.onPath('mvn');
  return canFetch ? { kind: 'dynamodb-local', java: jdk.java, folder: null } : undefined;
};

/**
 * The first available program of these: the dynoxide that npm installed, the one named by DYNOXIDE, one on the PATH, or
 * DynamoDB Local.
 * @throws NoTableStandIn if none is found, or if a variable names a missing one
 */
export const chooseTableProgram = (machine: Machine): TableProgram => {
  const { env, platform, arch } = machine;
  if (env.TABLES && env.TABLES !== 'dynamodb-local')
    throw new NoTableStandIn(`TABLES=${env.TABLES} is unknown. Omit it, or set it to dynamodb-local.`);
  if (env.DYNAMODB_LOCAL && !machine.holdsDynamoDbLocal(env.DYNAMODB_LOCAL))
    throw new NoTableStandIn(`DYNAMODB_LOCAL=${env.DYNAMODB_LOCAL} is not a folder with DynamoDBLocal.jar.`);
  const java = () => dynamoDbLocal(machine);
  if (env.TABLES) {
    const found = java();
    if (found) return found;
    throw new NoTableStandIn('TABLES=dynamodb-local needs JDK 17 or newer, and Maven or DYNAMODB_LOCAL=<its folder>.');
  }
  const packaged = machine.packagedDynoxide();
  if (packaged) return { kind: 'dynoxide', command: packaged };
  if (env.DYNOXIDE) {
    const command = machine.onPath(env.DYNOXIDE);
    if (command) return { kind: 'dynoxide', command };
    throw new NoTableStandIn(`DYNOXIDE=${env.DYNOXIDE} is not an executable program.`);
  }
  const command = machine.onPath('dynoxide');
  if (command) return { kind: 'dynoxide', command };
  const found = java();
  if (found) return found;
  throw new NoTableStandIn(
    `There is no local DynamoDB: run "npm install --no-save @dynoxide/${platform}-${arch}", or install JDK 17 or newer ` +
      `with Maven (or with DYNAMODB_LOCAL=<folder of DynamoDBLocal.jar>), and start again.`,
  );
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const findOnPath = (name: string, path = ''): string | undefined =>
  /[\\/]/.test(name)
    ? [name].find(isExecutable)
    : path
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, name))
        .find(isExecutable);

const packagedDynoxide = (): string | undefined => {
  try {
    const manifest = `@dynoxide/${process.platform}-${process.arch}/package.json`;
    return [join(createRequire(import.meta.url).resolve(manifest), '..', 'dynoxide')].find(existsSync);
  } catch {
    return undefined;
  }
};

/** Finds a JDK. A runtime without a compiler cannot start the launcher, which is a source file. */
const findJdk = (env: NodeJS.ProcessEnv): ReturnType<Machine['jdk']> => {
  const java = findOnPath(env.JAVA_HOME ? join(env.JAVA_HOME, 'bin', 'java') : 'java', env.PATH);
  if (!java) return undefined;
  // A Mac without Java has a `java` that only prints a hint, and Java 8 doesn't know the option. Both fail.
  const { status, stdout } = spawnSync(java, ['--list-modules'], { encoding: 'utf8' });
  const version = status === 0 && /^jdk\.compiler@(\d+)/m.exec(stdout)?.[1];
  return version ? { java, version: Number(version) } : undefined;
};

/** Describes this machine, with `env` as its environment variables. */
export const thisMachine = (env: NodeJS.ProcessEnv): Machine => ({
  platform: process.platform,
  arch: process.arch,
  env,
  packagedDynoxide,
  onPath: (name) => findOnPath(name, env.PATH),
  jdk: () => findJdk(env),
  holdsDynamoDbLocal: (folder) =>
    existsSync(folder) && readdirSync(folder).some((name) => /^DynamoDBLocal.*\.jar$/.test(name)),
});
