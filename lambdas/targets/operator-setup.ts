import type { ProviderCredentials } from '../model/message.ts';
import type { OutboundHttp } from '../outbound/outbound.ts';

/** The deployment's data for the set-up of a kind's operator side. */
export interface OperatorContext {
  http: OutboundHttp;
  credentials: ProviderCredentials;
  appUrl: string;
  /** The sender of the deployment's email. */
  mailFrom: string;
}

/** One step that was done, failed, or remains for the operator; the operator copies `document` unchanged. */
export interface SetupStep {
  state: 'done' | 'failed' | 'by hand';
  text: string;
  document?: string;
}

/** Safe to repeat. No step reveals a secret. */
export type OperatorSetup = (context: OperatorContext) => Promise<SetupStep[]>;

/** The step that shows the values that a kind needs in the providers' secret, and how to get them. */
export const missingCredentials = (slug: string, fields: Record<string, string>, how: string): SetupStep => ({
  state: 'by hand',
  text: `${how} Then put this into the providers’ secret, see docs/providers.md:`,
  document: JSON.stringify({ [slug]: fields }, null, 2),
});
