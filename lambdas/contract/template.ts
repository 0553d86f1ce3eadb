import * as z from 'zod';

/** POST /templates/sandbox. Besides the specified two fields, what a stored call knew, so that `$headers` & co. work. */
export const sandboxRequest = z.object({
  body: z.string().max(1_048_576),
  template: z.string().max(65_536),
  content_type: z.string().max(255).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  query: z.string().max(10_240).optional(),
  method: z.string().max(20).optional(),
});
export type SandboxRequest = z.infer<typeof sandboxRequest>;

/** `error` is the formatted text; `problem` has its parts for an editor. Lines and columns are 1-based. */
export const sandboxResult = z.object({
  rendered_message: z.string(),
  error: z.string().optional(),
  problem: z
    .object({ code: z.string(), message: z.string(), line: z.int(), column: z.int(), hint: z.string().optional() })
    .optional(),
  warnings: z.array(z.object({ code: z.string(), line: z.int(), column: z.int() })).optional(),
});
export type SandboxResult = z.infer<typeof sandboxResult>;
