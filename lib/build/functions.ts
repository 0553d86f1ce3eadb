/** The deployed functions: name → entry file, relative to the project, which exports `handler`. */
export const functionEntries = {
  invoke: 'lambdas/functions/invoke.ts',
  dispatcher: 'lambdas/functions/dispatcher.ts',
  sweeper: 'lambdas/functions/sweeper.ts',
  reconciler: 'lambdas/functions/reconciler.ts',
  'dead-letters': 'lambdas/functions/dead-letters.ts',
  api: 'lambdas/functions/api.ts',
  accounts: 'lambdas/functions/accounts.ts',
  callbacks: 'lambdas/functions/callbacks.ts',
  canary: 'lambdas/functions/canary.ts',
} as const;

export type FunctionName = keyof typeof functionEntries;
export const functionNames = Object.keys(functionEntries) as FunctionName[];

/**
 * Functions that run templates. The program of the sandbox's child process, `renderer.mjs`, is next to their handler.
 */
export const renderingFunctions: readonly FunctionName[] = ['dispatcher', 'api'];
