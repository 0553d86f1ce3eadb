import type * as z from 'zod';
import type { Client } from '../../lambdas/contract/client.ts';
import type { Scope } from '../../lambdas/contract/scopes.ts';
import type { Account } from './account.ts';
import type { Io } from './io.ts';

/** The dependencies of a tool. */
export interface ToolWorld {
  account: Account;
  client: Client;
  io: Io;
  /** Aborts when the request is cancelled. */
  signal: AbortSignal;
}

/** A tool's result. Other people's text is kept separate, so it is not mistaken for instructions. */
export interface ToolAnswer {
  facts: unknown;
  fromStrangers?: unknown;
}

/** A tool for an assistant. */
export interface Tool {
  name: string;
  title: string;
  /** The tool's purpose, and when to use it. Assistants choose tools by this text. */
  about: string;
  /** The scopes that a key needs for this tool. */
  needs: readonly Scope[];
  /** True if the tool changes something, so it requires `--write`. */
  writes?: true;
  takes: z.ZodObject;
  run(args: never, world: ToolWorld): Promise<ToolAnswer>;
}

/** Derives the type of `run`'s arguments from `takes`. */
export const defineTool = <Takes extends z.ZodObject>(
  tool: Omit<Tool, 'takes' | 'run'> & {
    takes: Takes;
    run(args: z.output<Takes>, world: ToolWorld): Promise<ToolAnswer>;
  },
): Tool => tool as unknown as Tool;
