import type { IntakeResult, IntakeScenario } from './intake.ts';

const number = (value: number): string => Math.round(value).toLocaleString('en-US');
const minutes = (value: number): string => `${value.toFixed(1)} min`;

/** Formats the results of a simulated intake as a Markdown table. */
export const intakeReportOf = (scenario: IntakeScenario, result: IntakeResult): string => {
  const { byTheClock, flood, gateway, users } = scenario;
  const { reconciler, throttled, most } = result;
  const rows: [string, string][] = [
    ['users, calls an hour', `${number(users)}, ${number(scenario.callsPerHour)}`],
    [
      `… and at each full ten minutes, within ${byTheClock.withinSeconds} s`,
      number(Math.round(users * byTheClock.share)),
    ],
    [
      "gateway's limit, its burst, write units a second",
      [gateway.requestsPerSecond, gateway.burst, scenario.writeUnitsPerSecond].map(number).join(', '),
    ],
    ['calls accepted', number(result.accepted)],
    [
      'calls of others rejected: 429 by the gateway, 503',
      [result.refused.byGateway, result.refused.unavailable].map(number).join(', '),
    ],
    ['p99 of what accepting waits for the table', `${number(result.p99AcceptMs)} ms`],
    [
      `one user's ${number(flood.callsPerSecond)} calls a second for ${flood.minutes} min: accepted, rejected by the product, by the gateway`,
      [result.flood.accepted, result.flood.refusedByProduct, result.flood.refusedByGateway].map(number).join(', '),
    ],
    [
      'writes throttled at first: by the table, an item, the index',
      [throttled.table, throttled.partition, throttled.index].map(number).join(', '),
    ],
    [
      'most write units in a second: table, one partition of the index',
      [most.table, most.indexPartition].map(number).join(', '),
    ],
    ['reconciler: looks at all users, the longest', `${reconciler.looks}, ${minutes(reconciler.longestMinutes)}`],
    [
      '… lost messages, taken up again, the latest after',
      `${reconciler.lost}, ${reconciler.takenUp}, ${minutes(reconciler.longestUntilTakenUpMinutes)}`,
    ],
    ['… read units per accepted call', reconciler.readUnitsPerCall.toFixed(2)],
  ];
  return `| measured | value |\n|---|---|\n${rows.map(([what, value]) => `| ${what} | ${value} |\n`).join('')}`;
};
