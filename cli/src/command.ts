import type { Io } from './io.ts';

/** The exit code: 0 for success, 1 for a difference or failure, 2 for a usage error. */
export type ExitCode = 0 | 1 | 2;

export interface Option {
  /** The option's description in the help, without a full stop. */
  about: string;
  /** The placeholder for the option's value. Without it, the option is a switch. */
  value?: string;
  short?: string;
  /** True if the option can be repeated. */
  many?: true;
}

/** The arguments of a command line, and its options by name. */
export interface Given {
  positionals: string[];
  text(name: string): string | undefined;
  texts(name: string): string[];
  flag(name: string): boolean;
}

/** A command, as needed for help, completion and parsing. Its code is loaded only when it runs. */
export interface Command {
  name: string;
  about: string;
  /** Positional arguments: `<required>` or `[optional]`. */
  takes: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Examples, which work unchanged, and their effects. */
  examples: readonly (readonly [line: string, what: string])[];
  load(): Promise<(given: Given, io: Io) => Promise<ExitCode>>;
}

/** A usage error. The CLI adds the command for help and exits with code 2. */
export class UsageError extends Error {}

/** Any other expected error, with the next step. The CLI exits with code 1. */
export class Failure extends Error {
  readonly next: string | undefined;
  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}
