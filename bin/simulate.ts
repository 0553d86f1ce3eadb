import { parseArgs } from 'node:util';
import { reportOf } from '../bench/simulate/report.ts';
import { FULL, type Scenario } from '../bench/simulate/scenario.ts';
import { simulate } from '../bench/simulate/simulate.ts';

/**
 * Plays hours of heavy load with an outage and a noisy user, in minutes, with the product's own code; prints the table of
 * docs/scale.md. `npm run simulate -- --users 10000 --calls 100000 --dispatchers 30 --outage hangs`
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(FULL.seed) },
    users: { type: 'string', default: String(FULL.users) },
    calls: { type: 'string', default: String(FULL.callsPerHour) },
    noisy: { type: 'string', default: String(FULL.noisy.calls) },
    dispatchers: { type: 'string', default: String(FULL.dispatchers) },
    outage: { type: 'string', default: FULL.outage.answer },
  },
});
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
// The functions' own log would drown the table.
process.stdout.write = () => true;
const startedAt = performance.now();
let mostMemory = 0;
const result = await simulate(scenario, (minute) => {
  mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
  if (process.stderr.isTTY) process.stderr.write(`\rminute ${minute}`);
});
if (process.stderr.isTTY) process.stderr.write('\r');
write(reportOf(scenario, result));
const seconds = Math.round((performance.now() - startedAt) / 1000);
write(`\nPlayed in ${seconds} s with at most ${Math.round(mostMemory / 1_000_000)} MB of memory.\n`);
