import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';

/**
 * By default, the client waits forever. It makes one attempt, because an email that timed out may have been sent, and
 * only the caller knows the cost of a duplicate. Each email uses a new connection. A frozen environment would resume
 * with a connection that SES closed long ago, and it would be unclear whether the email was sent.
 */
const transport = {
  connectionTimeout: 3000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
  httpAgent: { keepAlive: false },
  httpsAgent: { keepAlive: false },
};

let client: SESClient | undefined;

/** The SES client, in its own file because functions load it with their first email. */
export const sesClient = (): SESClient => {
  client ??= new SESClient({ maxAttempts: 1, requestHandler: transport });
  return client;
};

export { SendRawEmailCommand };
