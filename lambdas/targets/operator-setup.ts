import type { ProviderCredentials } from '../model/message.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';

/** The deployment's data that the operator's setup at a provider needs. */
export interface OperatorContext {
  http: OutboundHttp;
  credentials: ProviderCredentials;
  appUrl: string;
  /** The sender of the deployment's email. */
  mailFrom: string;
}

/** One step of the setup. `document` is a text that the operator has to copy unchanged. */
export interface SetupStep {
  state: 'done' | 'failed' | 'by hand';
  text: string;
  document?: string;
}

/** Sets up the operator's account at a provider. Safe to repeat. No step reveals a secret. */
export type OperatorSetup = (context: OperatorContext) => Promise<SetupStep[]>;

/** Builds the step that lists the values that a kind needs in the providers' secret, and how to get them. */
export const missingCredentials = (slug: string, fields: Record<string, string>, how: string): SetupStep => ({
  state: 'by hand',
  text: `${how} Then put this into the providers’ secret, see docs/providers.md:`,
  document: JSON.stringify({ [slug]: fields }, null, 2),
});
