import { consentStore } from '../../adapters/dynamodb/consent-store.ts';
import { suppressionStore } from '../../adapters/dynamodb/suppression-store.ts';
import { createOutboundHttp } from '../../adapters/http-client.ts';
import { sesMailer } from '../../adapters/mailer.ts';
import { sealerOf } from '../../adapters/sealing.ts';
import { secretsManager } from '../../adapters/secrets.ts';
import { mailboxConsent } from '../../mail/consent.ts';
import { withSuppressionList } from '../../mail/suppression.ts';
import { providerCredentials } from '../../targets/credentials.ts';
import type { Maker } from '../create-services.ts';

/* How secrets, and the ways out of the product are made, by name. Nothing runs until somebody asks. */

export const secrets: Maker<'secrets', 'clock'> = ({ clock }) => secretsManager(clock);
export const edgeKeys: Maker<'edgeKeys', 'secrets' | 'EDGE_SECRET_ARN'> = (from) =>
  from.secrets.versions(from.EDGE_SECRET_ARN);
export const readCredentials: Maker<'readCredentials', 'secrets' | 'PROVIDERS_SECRET_ARN'> = (from) =>
  from.secrets.json(from.PROVIDERS_SECRET_ARN, providerCredentials);
export const readSealer: Maker<'readSealer', 'secrets' | 'SEALING_SECRET_ARN'> = (from) =>
  sealerOf(from.secrets.text(from.SEALING_SECRET_ARN));
export const operatorSecrets: Maker<'operatorSecrets', 'readCredentials' | 'readSealer'> = (from) => async () => ({
  credentials: await from.readCredentials(),
  sealer: await from.readSealer(),
});
export const http: Maker<'http', 'OUTBOUND_HOST_MAP' | 'ownHosts'> = (from) =>
  createOutboundHttp({ hostMap: from.OUTBOUND_HOST_MAP, ownHosts: from.ownHosts });
export const suppressions: Maker<'suppressions', 'table'> = (from) => suppressionStore(from.table);
export const mail: Maker<'mail', 'MAIL' | 'suppressions' | 'clock'> = ({ MAIL, suppressions, clock }) =>
  withSuppressionList(sesMailer(MAIL), { suppressions, operator: MAIL.operator, clock });
export const consents: Maker<'consents', 'table'> = (from) => consentStore(from.table);
export const consent: Maker<'consent', 'consents' | 'clock' | 'appUrl'> = (from) => mailboxConsent(from.consents, from);
