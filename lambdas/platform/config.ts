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

type Shared = typeof variables;
type Config<Shape extends z.core.$ZodLooseShape> = z.output<z.ZodObject<Shape>>;

/**
 * Parses a function's environment: the shared variables with these names, and its own. A missing or invalid variable
 * stops the function at startup.
 * @throws Error that names each invalid variable, but never its value
 */
export const loadConfig = <Name extends keyof Shared, Own extends z.core.$ZodLooseShape = Record<never, never>>(
  names: readonly Name[],
  own?: Own,
): Config<Pick<Shared, Name> & Own> => {
  const shared = Object.fromEntries(names.map((name) => [name, variables[name]])) as Pick<Shared, Name>;
  // The schema is used only once, so compiling it would cost more than it saves.
  const parsed = z.object({ ...shared, ...(own as Own) }).safeParse(process.env, { jitless: true });
  if (parsed.success) return parsed.data as Config<Pick<Shared, Name> & Own>;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Wrong environment: ${wrong.join('; ')}`);
};
