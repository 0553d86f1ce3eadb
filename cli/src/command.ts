import type { Io } from './io.ts';

/** Exit codes: success, a difference or failure, a usage error. */
export type ExitCode = 0 | 1 | 2;

export interface Option {
  /** A line of the help, without a full stop. */
  about: string;
  /** The placeholder of its value; an option without one is a switch. */
  value?: string;
  short?: string;
  /** It can be repeated. */
  many?: true;
}

/** The given options by name; a switch is `true`. */
export interface Given {
  positionals: string[];
  text(name: string): string | undefined;
  texts(name: string): string[];
  flag(name: string): boolean;
}

/** One command for help, completion and the parser. Its code is loaded when it runs. */
export interface Command {
  name: string;
  about: string;
  /** Positional arguments, `<needed>` or `[optional]`. */
  takes: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Examples that work unchanged, with their effects. */
  examples: readonly (readonly [line: string, what: string])[];
  load(): Promise<(given: Given, io: Io) => Promise<ExitCode>>;
}

/** A usage error: exit code 2, with the command for help. */
export class UsageError extends Error {}

/** An error with its next step: exit code 1. */
export class Failure extends Error {
  readonly next: string | undefined;
  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}
