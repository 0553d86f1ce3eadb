import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';

/**
 * The client waits for ever by default. One attempt: a mail that timed out may be under way, so that only who knows
 * what a second one costs may send it again. A connection of its own for each mail: an environment that was frozen would
 * wake with one that SES closed long ago, and nobody could tell whether the mail was out.
 */
const transport = {
  connectionTimeout: 3000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
  httpAgent: { keepAlive: false },
  httpsAgent: { keepAlive: false },
};

let client: SESClient | undefined;

/** The one client of SES, in a file of its own because functions load it with their first mail. */
export const sesClient = (): SESClient => {
  client ??= new SESClient({ maxAttempts: 1, requestHandler: transport });
  return client;
};

export { SendRawEmailCommand };
