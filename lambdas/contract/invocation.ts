import * as z from 'zod';
import { paging, timestamp } from './common.ts';
import { targetStatus } from './target.ts';

export const invocationStatus = z.enum(['pending', 'success', 'partial', 'error']);
export type InvocationStatus = z.infer<typeof invocationStatus>;

/** `view=summary` leaves out headers and all but the first characters of the body, which is what a table shows. */
export const invocationQuery = paging.extend({ view: z.enum(['full', 'summary']).default('full') });

export const invocation = z.object({
  id: z.string(),
  invoked_at: timestamp,
  ip: z.string(),
  method: z.string(),
  /** The query string as received, without the question mark. */
  query: z.string(),
  content_type: z.string(),
  /** A JSON string of a header map; secrets in headers are masked. Empty in the summary view. */
  raw_headers: z.string(),
  /** The body byte for byte: text when it is valid UTF-8, else base64 (see `raw_body_encoding`). */
  raw_body: z.string(),
  raw_body_encoding: z.enum(['utf8', 'base64']),
  /** true when `raw_body` is only the beginning (summary view, or a page that would grow beyond 3 MB). */
  raw_body_truncated: z.boolean(),
  /** Size of the body in bytes. */
  size: z.int(),
  status: invocationStatus,
  num_dispatches: z.int(),
});
export type InvocationWire = z.infer<typeof invocation>;
export const invocationList = z.array(invocation);

export const attempt = z.object({
  at: timestamp,
  outcome: z.enum(['ok', 'retry', 'fail_message', 'fail_target', 'fail_config', 'ambiguous']),
  /** The provider's words, secrets removed. */
  detail: z.string(),
  duration_ms: z.int(),
});

export const dispatch = z.object({
  id: z.string(),
  dispatched_at: timestamp,
  status: z.enum(['pending', 'success', 'error']),
  rendered_message: z.string(),
  error_message: z.string(),
  /** What else the owner should know: cut, sent as plain text, waiting because the target is disabled, … */
  note: z.string(),
  retry_count: z.int(),
  /** {@link NEVER} when no further attempt is planned. */
  next_attempt_at: timestamp,
  attempts: z.array(attempt),
  target: z.object({ id: z.int(), name: z.string(), target_type: z.string(), status: targetStatus }),
});
export type DispatchWire = z.infer<typeof dispatch>;
export const dispatchList = z.array(dispatch);

/** The invoke host's answer to an accepted call. */
export const accepted = z.object({ id: z.string() });
