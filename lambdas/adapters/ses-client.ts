import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';

/**
 * The client waits for ever by default. One attempt: an email that timed out may be under way. Only the caller knows
 * the cost of a second one, and can send it again. Each email has its own connection. A frozen environment would wake
 * with a connection that SES closed long ago, and it would be unknown if the email was sent.
 */
const transport = {
  connectionTimeout: 3000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
  httpAgent: { keepAlive: false },
  httpsAgent: { keepAlive: false },
};

let client: SESClient | undefined;

/** The one client of SES, in its own file because functions load it with their first email. */
export const sesClient = (): SESClient => {
  client ??= new SESClient({ maxAttempts: 1, requestHandler: transport });
  return client;
};

export { SendRawEmailCommand };
