import * as z from 'zod';
import type { ProviderCredentials } from '../model/message.ts';
import { jsonVariable } from '../platform/config.ts';

/**
 * The secret with the operator's credentials: one object per target kind, by its slug. Each kind parses its own object.
 */
export const providerCredentials: z.ZodType<ProviderCredentials> = z.record(
  z.string(),
  z.record(z.string(), z.string()),
);

/** The environment variable PROVIDER_LINKS: URLs of provider pages to which browsers are redirected, by name. */
export const linksVariable = jsonVariable(z.record(z.string(), z.url()));
