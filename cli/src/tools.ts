import type * as z from 'zod';
import type { Client } from '../../lambdas/contract/client.ts';
import type { Scope } from '../../lambdas/contract/scopes.ts';
import type { Account } from './account.ts';
import type { Io } from './io.ts';

/** A tool's dependencies. */
export interface ToolWorld {
  account: Account;
  client: Client;
  io: Io;
  /** Aborts with the request. */
  signal: AbortSignal;
}

/** The result. Other people's text is kept apart, so no one mistakes it for instructions. */
export interface ToolAnswer {
  facts: unknown;
  fromStrangers?: unknown;
}

/** A tool of an assistant. */
export interface Tool {
  name: string;
  title: string;
  /** Its purpose, and when to use it, by which assistants choose. */
  about: string;
  /** The scopes that it needs to be offered. */
  needs: readonly Scope[];
  /** It changes something, so it needs `--write`. */
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
