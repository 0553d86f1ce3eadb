import * as z from 'zod';
import type { ProviderCredentials } from '../model/message.ts';
import { jsonVariable } from '../platform/config.ts';

/** The secret with the operator's credentials: one object per kind of target, by its slug. Each kind parses its own. */
export const providerCredentials: z.ZodType<ProviderCredentials> = z.record(
  z.string(),
  z.record(z.string(), z.string()),
);

/** The variable PROVIDER_LINKS: pages at providers that browsers are sent to, by name. */
export const linksVariable = jsonVariable(z.record(z.string(), z.url()));
