import type { Io } from './io.ts';

/** Exit codes of a command: success, a difference or failure, a usage error. */
export type ExitCode = 0 | 1 | 2;

export interface Option {
  /** An entry of the help: a sentence without its full stop. */
  about: string;
  /** The name of its value; an option without one is a switch. */
  value?: string;
  short?: string;
  /** It may be given several times. */
  many?: true;
}

/** The given options by their names; a switch is `true`. */
export interface Given {
  positionals: string[];
  text(name: string): string | undefined;
  texts(name: string): string[];
  flag(name: string): boolean;
}

/** One command, as help, completion and the parser need it. Its code is loaded when it runs. */
export interface Command {
  name: string;
  about: string;
  /** Positional arguments, `<needed>` or `[optional]`. */
  takes: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Examples that can be run unchanged, with their effects. */
  examples: readonly (readonly [line: string, what: string])[];
  load(): Promise<(given: Given, io: Io) => Promise<ExitCode>>;
}

/** A usage error; ends with exit code 2 and the command for help. */
export class UsageError extends Error {}

/** An error with its next step; ends with exit code 1. */
export class Failure extends Error {
  readonly next: string | undefined;
  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}
