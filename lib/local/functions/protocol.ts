/** What the runner and one environment of a function say to each other over IPC. */

export interface FunctionEvent {
  kind: 'event';
  requestId: string;
  event: unknown;
  timeoutSeconds: number;
  /** What Lambda gives a function as `_X_AMZN_TRACE_ID`; the SDK sends it along with each request. */
  trace: string;
  clockOffsetMs: number;
}

export type ToEnvironment = FunctionEvent | { kind: 'clock'; clockOffsetMs: number };

export type FromEnvironment =
  | { kind: 'ready' }
  | { kind: 'result'; requestId: string; value: unknown; cpuMs: number }
  | { kind: 'error'; requestId: string; errorType: string; errorMessage: string; stack: string; cpuMs: number };

/** How a call of a function ended, as Lambda tells its caller. */
export type FunctionResult =
  | { ok: true; value: unknown; requestId: string; durationMs: number; cpuMs: number }
  | { ok: false; errorType: string; errorMessage: string; requestId: string; durationMs: number; cpuMs: number };

/** What Lambda answers when a function has no room for another call; it has not run then. */
export const TOO_MANY_CALLS = 'TooManyRequestsException';

export const tooManyCalls = (): FunctionResult => ({
  ok: false,
  errorType: TOO_MANY_CALLS,
  errorMessage: 'Rate Exceeded.',
  requestId: '',
  durationMs: 0,
  cpuMs: 0,
});
