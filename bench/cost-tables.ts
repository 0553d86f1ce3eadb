import { packContent } from '../lambdas/adapters/dynamodb/content-chunks.ts';
import { plans } from '../lambdas/model/plans.ts';
import {
  BURST_BATCH,
  costOf,
  EU_CENTRAL_1,
  idleCosts,
  partsOf,
  provisionedCost,
  provisionedParts,
  STAGE,
  TYPICAL,
  trialCost,
  trialParts,
  type Use,
  workOf,
} from './costs.ts';
import { type Subject, tableOf } from './report.ts';
import { documentedHeaders, documentedPush } from './support/documented-push.ts';

/** Changes to the typical use. With `provisioned`, the table is billed by the hour (`tableCapacity`). */
type Case = Partial<Use> & { provisioned?: boolean };

const dollars = (value: number): string => value.toFixed(2);

const caseOf = (name: string, { provisioned, ...change }: Case): Record<string, string> => {
  const work = workOf({ ...TYPICAL, ...change });
  const parts = provisioned ? provisionedParts(work) : partsOf(work);
  const sum = provisioned ? provisionedCost : costOf;
  const { api, functions, table, queue, storage, logs, traffic, mail } = parts;
  return {
    case: name,
    'write units': String(work.writeUnits),
    'read units': String(work.readUnits + (work.reconcilerReadUnits ?? 0)),
    API: dollars(api),
    functions: dollars(functions),
    table: dollars(table),
    queue: dollars(queue),
    storage: dollars(storage),
    logs: dollars(logs),
    traffic: dollars(traffic),
    email: dollars(mail),
    'US$ per million': dollars(sum(work)),
    'eu-central-1': dollars(sum(work, EU_CENTRAL_1)),
  };
};

/** A push with all fields and headers that GitHub documents, with its real compressed size. */
export const documented: Partial<Use> = {
  bodyKilobytes: documentedPush.length / 1024,
  packedKilobytes: packContent({ headers: documentedHeaders, body: Buffer.from(documentedPush) }).byteLength / 1024,
};

const CASES: [name: string, change: Case][] = [
  ['**steady 10 calls/s: a GitHub push to one target**', {}],
  ['**… with `tableCapacity`**', { provisioned: true }],
  ['an isolated call', { rare: true }],
  ['3 targets, two messages per dispatcher call', { targets: 3, batch: 2 }],
  ['a push with all fields that GitHub documents', documented],
  ['bursts: three messages per dispatcher call', { batch: BURST_BATCH }],
  ['after an outage: ten messages per dispatcher call', { batch: 10 }],
  ['2 targets', { targets: 2 }],
  ['5 targets', { targets: 5 }],
  ['10 targets', { targets: 10 }],
  ['body of 1 KB', { bodyKilobytes: 1 }],
  ['body of 64 KB', { bodyKilobytes: 64 }],
  ['body of 256 KB', { bodyKilobytes: 256 }],
  ['body of 1 MB', { bodyKilobytes: 1024 }],
  ['1 retry of each message', { retries: 1 }],
  ['5 retries of each message', { retries: 5 }],
  ['kept for 7 days', { retentionDays: 7 }],
  ['kept for 90 days', { retentionDays: 90 }],
  ['the one target is a mailbox', { mailTargets: 1 }],
];

/** US dollars per million calls, for several kinds of use. */
export const useTable = (): string => tableOf(CASES.map(([name, change]) => caseOf(name, change)));

/** US dollars a month for a stage without calls. */
export const idleTable = (): string => {
  const parts = Object.entries(idleCosts(STAGE));
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  return tableOf(
    [...parts, ['**total**', total] as const].map(([item, value]) => ({ item, 'US$ a month': dollars(value) })),
  );
};

/** US dollars a month for a user who sends this number of calls every day. */
export const userTable = (callsPerDay: number): string =>
  tableOf(
    [1, 3, 10].map((targets) => ({
      targets: String(targets),
      'calls a month': String(callsPerDay * 30),
      'US$ a month': dollars((costOf(workOf({ ...TYPICAL, targets })) * callsPerDay * 30) / 1e6),
    })),
  );

/** US cents of one trial, by its use. */
export const trialTable = (): string =>
  tableOf(
    (
      [
        ['5 calls, bodies of 7 KB', 5, 7],
        ['50 calls, bodies of 7 KB', 50, 7],
        ['50 calls, bodies of 64 KB', 50, 64],
      ] as const
    ).map(([name, calls, kilobytes]) => {
      const parts = Object.entries(trialParts(calls, kilobytes));
      const cents = [...parts, ['**US cents**', trialCost(calls, kilobytes)] as const];
      return { trial: name, ...Object.fromEntries(cents.map(([part, value]) => [part, (value * 100).toFixed(3)])) };
    }),
  );

/** Prints the tables of docs/costs.md, ready to paste. A test compares the page with them. */
export const rows: Subject = async () => {
  const tables = {
    use: useTable(),
    idle: idleTable(),
    user: userTable(plans.premium.maxInvocationsPerDay),
    trial: trialTable(),
  };
  for (const [name, table] of Object.entries(tables)) console.log(`<!-- ${name} -->\n${table}\n<!-- /${name} -->\n`);
  return [];
};
