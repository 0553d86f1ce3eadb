import * as z from 'zod';

/** A schema for a variable that contains a JSON document, which `schema` checks. */
export const jsonVariable = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The environment variables that several functions use. Each function picks the ones that it needs. */
export const variables = {
  TABLE_NAME: z.string().min(1),
  LANES_QUEUE_URL: z.url(),
  DEAD_LETTERS_QUEUE_URL: z.url(),
  APP_URL: z.url(),
  INVOKE_URL: z.url(),
  SEALING_SECRET_ARN: z.string().min(1),
  PROVIDERS_SECRET_ARN: z.string().min(1),
  EDGE_SECRET_ARN: z.string().min(1),
  SITE_BUCKET: z.string().min(1),
  CANARY_MINUTES: z.coerce.number().int().positive(),
};

/** The host names of this service itself. */
export const hostsOf = ({ APP_URL, INVOKE_URL }: { APP_URL: string; INVOKE_URL: string }): string[] =>
  [APP_URL, INVOKE_URL].map((url) => new URL(url).hostname);

/**
 * Parses a function's environment. A missing or invalid variable stops the function at startup.
 * @throws Error that names each invalid variable, but never its value
 */
export const loadConfig = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.output<z.ZodObject<Shape>> => {
  // The schema is used only once, so compiling it would cost more than it saves.
  const parsed = z.object(shape).safeParse(env, { jitless: true });
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Wrong environment: ${wrong.join('; ')}`);
};
