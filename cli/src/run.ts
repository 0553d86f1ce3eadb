import { parseArgs } from 'node:util';
import { type Command, type ExitCode, Failure, type Given, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { helpOf, overview } from './help.ts';
import type { Io } from './io.ts';

const parse = (command: Command, args: string[]): Given | 'help' => {
  const options = {
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(
      Object.entries(command.options).map(([name, { value, short, many }]) => [
        name,
        { type: value ? 'string' : 'boolean', ...(short && { short }), ...(many && { multiple: true }) },
      ]),
    ),
  } as Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }>;
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence of Node's message names the option. The rest only explains `--`.
    throw new UsageError((error as Error).message.split(/\. /)[0] ?? 'Invalid options');
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  const needed = command.takes.filter((name) => name.startsWith('<'));
  if (positionals.length < needed.length) throw new UsageError(`Missing ${needed[positionals.length]}`);
  if (positionals.length > command.takes.length)
    throw new UsageError(`Too many arguments: ${positionals.slice(command.takes.length).join(' ')}`);
  return {
    positionals,
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] as string[] | undefined) ?? [],
    flag: (name) => values[name] === true,
  };
};

/** Finds the command closest to an unknown word: a common prefix, or one different letter. */
const nearest = (word: string): string | undefined =>
  commands.find(({ name }) => name.startsWith(word) || word.startsWith(name) || isNear(name, word))?.name;

const isNear = (one: string, other: string): boolean => {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  const at = [...long].findIndex((letter, index) => letter !== short[index]);
  const rest = long.slice(at + 1);
  return rest === short.slice(at) || rest === short.slice(at + 1) || rest.slice(1) === short.slice(at + 2);
};

const report = (error: unknown, io: Io, name: string | undefined): ExitCode => {
  if (error instanceof UsageError) {
    io.err(`tellhook: ${error.message}\nSee: tellhook ${name ? `${name} ` : ''}--help\n`);
    return 2;
  }
  if (error instanceof Failure) {
    io.err(`tellhook: ${error.message}\n${error.next ? `${error.next}\n` : ''}`);
    return 1;
  }
  throw error;
};

/**
 * Runs one command line. Throws only if the CLI has a defect.
 * @returns the exit code
 */
export const run = async (args: string[], io: Io): Promise<ExitCode> => {
  const [name, ...rest] = args;
  const [about] = rest;
  if (name === 'help' && about !== undefined) return run([about, '--help'], io);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.out(overview());
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  try {
    if (!command) {
      const meant = nearest(name);
      throw new UsageError(`There is no command ${name}${meant ? `. Did you mean ${meant}?` : ''}`);
    }
    const given = parse(command, rest);
    if (given === 'help') {
      io.out(helpOf(command));
      return 0;
    }
    const act = await command.load();
    return await act(given, io);
  } catch (error) {
    return report(await inWords(error, io), io, command?.name);
  }
};

/** Converts an error of the server or the network to a failure with its next step. */
const inWords = async (error: unknown, io: Io): Promise<unknown> => {
  if (error instanceof UsageError || error instanceof Failure) return error;
  const [{ explained }, { signedIn }] = await Promise.all([import('./failures.ts'), import('./account.ts')]);
  return explained(error, async () => (await signedIn(io)).client);
};
