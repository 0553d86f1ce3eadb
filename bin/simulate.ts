import { parseArgs } from 'node:util';
import { FULL_INTAKE, simulateIntake } from '../bench/simulate/intake.ts';
import { intakeReportOf } from '../bench/simulate/intake-report.ts';
import { reportOf } from '../bench/simulate/report.ts';
import { FULL, type Scenario } from '../bench/simulate/scenario.ts';
import { simulate } from '../bench/simulate/simulate.ts';

/**
 * Simulates hours of heavy load in minutes with the product's own code. It covers the intake of calls (gateway, table,
 * reconciler) and their delivery (an outage and a noisy user). Prints the tables of docs/scale.md. `--part` runs only
 * one of them. `npm run simulate -- --users 10000 --calls 100000 --dispatchers 30 --outage hangs`
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(FULL.seed) },
    users: { type: 'string', default: String(FULL.users) },
    calls: { type: 'string', default: String(FULL.callsPerHour) },
    noisy: { type: 'string', default: String(FULL.noisy.calls) },
    dispatchers: { type: 'string', default: String(FULL.dispatchers) },
    outage: { type: 'string', default: FULL.outage.answer },
    part: { type: 'string', default: 'all' },
  },
});
if (!['all', 'intake', 'deliveries'].includes(values.part))
  throw new Error('--part is "intake", "deliveries" or "all"');
if (values.outage !== 'refuses' && values.outage !== 'hangs') throw new Error('--outage is "refuses" or "hangs"');
const scenario: Scenario = {
  ...FULL,
  seed: Number(values.seed),
  users: Number(values.users),
  callsPerHour: Number(values.calls),
  noisy: { ...FULL.noisy, calls: Number(values.noisy) },
  dispatchers: Number(values.dispatchers),
  outage: { ...FULL.outage, answer: values.outage },
};

const write = process.stdout.write.bind(process.stdout);
// The functions' logs would bury the table.
process.stdout.write = () => true;
let mostMemory = 0;
const progress = (minute: number) => {
  mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
  if (process.stderr.isTTY) process.stderr.write(`\rminute ${minute}`);
};
const play = async (part: string, report: () => Promise<string>): Promise<void> => {
  if (values.part !== 'all' && values.part !== part) return;
  const startedAt = performance.now();
  const table = await report();
  if (process.stderr.isTTY) process.stderr.write('\r');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  write(
    `${part}\n\n${table}\nPlayed in ${seconds} s with at most ${Math.round(mostMemory / 1_000_000)} MB of memory.\n\n`,
  );
};

const intake = {
  ...FULL_INTAKE,
  seed: scenario.seed,
  users: scenario.users,
  callsPerHour: scenario.callsPerHour,
};
await play('intake', async () => intakeReportOf(intake, await simulateIntake(intake, progress)));
await play('deliveries', async () => reportOf(scenario, await simulate(scenario, progress)));
