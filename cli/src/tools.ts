import type * as z from 'zod';
import type { Client } from '../../lambdas/contract/client.ts';
import type { Scope } from '../../lambdas/contract/scopes.ts';
import type { Account } from './account.ts';
import type { Io } from './io.ts';

/** The context in which a tool runs. */
export interface ToolWorld {
  account: Account;
  client: Client;
  io: Io;
  /** Aborts when the request is cancelled. */
  signal: AbortSignal;
}

/** A tool's result. Text of other people is separate, so an assistant does not mistake it for instructions. */
export interface ToolAnswer {
  facts: unknown;
  fromStrangers?: unknown;
}

/** A tool that the CLI offers to an assistant. */
export interface Tool {
  name: string;
  title: string;
  /** The tool's purpose, and when to use it. Assistants choose tools by this text. */
  about: string;
  /** The scopes that a key needs for this tool. */
  needs: readonly Scope[];
  /** True if the tool changes something, so it is only offered with `--write`. */
  writes?: true;
  takes: z.ZodObject;
  run(args: never, world: ToolWorld): Promise<ToolAnswer>;
}

/** Defines a tool. The type of `run`'s arguments follows from `takes`. */
export const defineTool = <Takes extends z.ZodObject>(
  tool: Omit<Tool, 'takes' | 'run'> & {
    takes: Takes;
    run(args: z.output<Takes>, world: ToolWorld): Promise<ToolAnswer>;
  },
): Tool => tool as unknown as Tool;
