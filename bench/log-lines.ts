import { accessLogFields } from '../lib/constructs/http-front.ts';

/** Sample values of the gateway's log variables, for an accepted call. */
const VALUES: Record<string, string> = {
  '$context.requestId': 'JKJaXmPLvHcESHA=',
  '$context.routeKey': 'ANY /{route}',
  '$context.status': '202',
  '$context.integrationLatency': '31',
  '$context.error.message': '-',
  '$context.identity.sourceIp': '203.0.113.107',
};

/**
 * The gateway's log line for an accepted call.
 * @throws Error if the format contains a variable without a sample value
 */
export const ACCESS_LINE = `${JSON.stringify(accessLogFields).replace(/\$context[\w.]+/g, (variable) => {
  const value = VALUES[variable];
  if (value === undefined) throw new Error(`bench/log-lines.ts has no sample of ${variable}`);
  return value;
})}\n`;
