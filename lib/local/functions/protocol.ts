/** The messages between the runner and one environment of a function over IPC. */

export interface FunctionEvent {
  kind: 'event';
  requestId: string;
  event: unknown;
  timeoutSeconds: number;
  /** The value of Lambda's `_X_AMZN_TRACE_ID`, which the SDK sends with each request. */
  trace: string;
  clockOffsetMs: number;
}

export type ToEnvironment = FunctionEvent | { kind: 'clock'; clockOffsetMs: number };

export type FromEnvironment =
  | { kind: 'ready' }
  | { kind: 'result'; requestId: string; value: unknown; cpuMs: number }
  | { kind: 'error'; requestId: string; errorType: string; errorMessage: string; stack: string; cpuMs: number };

/** The result of a function's run, as Lambda reports it to the caller. */
export type FunctionResult =
  | { ok: true; value: unknown; requestId: string; durationMs: number; cpuMs: number }
  | { ok: false; errorType: string; errorMessage: string; requestId: string; durationMs: number; cpuMs: number };

/** Lambda's error when it rejects an event because the function has no capacity. */
export const TOO_MANY_CALLS = 'TooManyRequestsException';

export const tooManyCalls = (): FunctionResult => ({
  ok: false,
  errorType: TOO_MANY_CALLS,
  errorMessage: 'Rate Exceeded.',
  requestId: '',
  durationMs: 0,
  cpuMs: 0,
});
