import { accessLogFields } from '../lib/constructs/http-front.ts';

/** Values of the gateway's log for an accepted call, by the variables of its format. */
const VALUES: Record<string, string> = {
  '$context.requestId': 'JKJaXmPLvHcESHA=',
  '$context.routeKey': 'ANY /{route}',
  '$context.status': '202',
  '$context.integrationLatency': '31',
  '$context.error.message': '-',
  '$context.identity.sourceIp': '203.0.113.107',
};

/** The gateway's line for an accepted call. @throws Error when the format asks for something without a sample value */
export const ACCESS_LINE = `${JSON.stringify(accessLogFields).replace(/\$context[\w.]+/g, (variable) => {
  const value = VALUES[variable];
  if (value === undefined) throw new Error(`bench/log-lines.ts has no sample of ${variable}`);
  return value;
})}\n`;
