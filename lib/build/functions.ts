/** The deployed functions: name → entry file, relative to the project, which exports `handler`. */
export const functionEntries = {
  invoke: 'lambdas/invoke.ts',
  dispatcher: 'lambdas/dispatcher.ts',
  sweeper: 'lambdas/sweeper.ts',
  reconciler: 'lambdas/reconciler.ts',
  'dead-letters': 'lambdas/dead-letters.ts',
  api: 'lambdas/api.ts',
  accounts: 'lambdas/accounts.ts',
  callbacks: 'lambdas/callbacks.ts',
  canary: 'lambdas/canary.ts',
} as const;

export type FunctionName = keyof typeof functionEntries;
export const functionNames = Object.keys(functionEntries) as FunctionName[];

/** Functions that run templates: the sandbox's child, `renderer.mjs`, lies beside their handler. */
export const renderingFunctions: readonly FunctionName[] = ['dispatcher', 'api'];
