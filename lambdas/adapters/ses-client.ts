import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';

/**
 * Limits each request to one attempt with timeouts, because the client would otherwise wait forever. An email that
 * timed out may have been sent, and only the caller knows the cost of a duplicate. Each email uses a new connection.
 * After a freeze of the environment, an old one would be closed, and it would be unclear whether the email was sent.
 */
const transport = {
  connectionTimeout: 3000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
  httpAgent: { keepAlive: false },
  httpsAgent: { keepAlive: false },
};

let client: SESClient | undefined;

/** Returns the SES client. It has its own file, because functions load it with their first email. */
export const sesClient = (): SESClient => {
  client ??= new SESClient({ maxAttempts: 1, requestHandler: transport });
  return client;
};

export { SendRawEmailCommand };
