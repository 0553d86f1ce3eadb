import type { Histogram } from './histogram.ts';
import type { Result } from './measures.ts';
import type { Scenario } from './scenario.ts';

const number = (value: number): string => Math.round(value).toLocaleString('en-US');
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const minutes = (value: number): string => `${Math.round(value)} min`;

/** The 99th percentile of the delays during the outage, as a multiple of the normal one. */
export const p99Ratio = (normal: Histogram, during: Histogram): number => during.quantile(0.99) / normal.quantile(0.99);

/** Formats the results of a simulated scenario as a Markdown table. */
export const reportOf = (scenario: Scenario, result: Result): string => {
  const { outage, noisy } = scenario;
  const { normal, during, askedByMinute, drainMinutes } = result;
  const compared = (name: 'all' | 'isolated') =>
    `${seconds(normal[name].quantile(0.99))} → ${seconds(during[name].quantile(0.99))}, ` +
    `${p99Ratio(normal[name], during[name]).toFixed(2)} times`;
  const asked = [0, 4, 9, 19, 29, 44, 59].filter((minute) => minute < askedByMinute.length);
  const rows: [string, string][] = [
    [
      'users, calls an hour, dispatchers',
      `${number(scenario.users)}, ${number(scenario.callsPerHour)}, ${number(scenario.dispatchers)}`,
    ],
    ['messages delivered, failed', `${number(result.delivered)}, ${number(result.failed)}`],
    ['p99 delay of unaffected users, all calls, normal → during', compared('all')],
    ['… of isolated calls', compared('isolated')],
    ['most undecided messages at a time', number(result.backlog)],
    [
      `time to drain after ${outage.minutes} minutes of outage: half, 99 %, all`,
      [drainMinutes.half, drainMinutes.most, drainMinutes.all].map(minutes).join(', '),
    ],
    [
      `time to drain ${number(noisy.calls)} calls of one user to one ${noisy.kind} target`,
      minutes(result.noisyMinutes),
    ],
    ['requests a minute to the provider, normally', number(result.askedNormally)],
    [
      `… in minute ${asked.map((minute) => minute + 1).join(', ')} of its outage`,
      asked.map((minute) => number(askedByMinute[minute] as number)).join(', '),
    ],
    ['most messages in the lanes, in flight', `${number(result.queued)}, ${number(result.inFlight)}`],
    ['most busy dispatchers at a time', number(result.busy)],
    [
      `writes to the table and its index in the busiest second, of ${number(scenario.writeUnitsPerSecond)}; tried again`,
      `${number(result.writesPerSecond)}; ${number(result.throttledWrites)}`,
    ],
  ];
  return `| measured | value |\n|---|---|\n${rows.map(([what, value]) => `| ${what} | ${value} |\n`).join('')}`;
};
