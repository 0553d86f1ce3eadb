/** The sandboxed template renderer runs as a child process of the functions that need it, from a file beside the handler. */
const renderer = { renderer: 'lambdas/templates/sandbox/renderer.ts' };

/**
 * The deployed functions and what their folders hold: output name → entry file, relative to the project. `index` exports
 * `handler`.
 */
export const functionEntries = {
  invoke: { index: 'lambdas/invoke.ts' },
  dispatcher: { index: 'lambdas/dispatcher.ts', ...renderer },
  sweeper: { index: 'lambdas/sweeper.ts' },
  'dead-letters': { index: 'lambdas/dead-letters.ts' },
  api: { index: 'lambdas/api.ts', ...renderer },
  accounts: { index: 'lambdas/accounts.ts' },
  callbacks: { index: 'lambdas/callbacks.ts' },
} as const satisfies Record<string, { index: string; [output: string]: string }>;

export type FunctionName = keyof typeof functionEntries;
export const functionNames = Object.keys(functionEntries) as FunctionName[];
