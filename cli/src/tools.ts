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
  /** Ends with the request. */
  signal: AbortSignal;
}

/** The result. Other people's text is separate from this product's, so no one takes it for instructions. */
export interface ToolAnswer {
  facts: unknown;
  fromStrangers?: unknown;
}

/** One thing that an assistant can do. */
export interface Tool {
  name: string;
  title: string;
  /** Its purpose, and when to use it: assistants choose by this. */
  about: string;
  /** The scopes without which it is not offered. */
  needs: readonly Scope[];
  /** Changes something, so it is only there with `--write`. */
  writes?: true;
  takes: z.ZodObject;
  run(args: never, world: ToolWorld): Promise<ToolAnswer>;
}

/** Types the arguments of `run` by `takes`. */
export const defineTool = <Takes extends z.ZodObject>(
  tool: Omit<Tool, 'takes' | 'run'> & {
    takes: Takes;
    run(args: z.output<Takes>, world: ToolWorld): Promise<ToolAnswer>;
  },
): Tool => tool as unknown as Tool;
