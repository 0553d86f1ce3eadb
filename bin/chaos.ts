import { parseArgs } from 'node:util';
import { audit } from '../test/support/ledger/audit.ts';
import {
  fallbackScenarioOf,
  livingScenarioOf,
  richScenarioOf,
  routedScenarioOf,
  scenarioOf,
} from '../test/support/ledger/scenarios.ts';
import { play } from '../test/support/ledger/world.ts';

/**
 * Runs simulations with random failures, one seed after another, and checks the result of every message. `npm run chaos
 * -- --seed 1 --minutes 5 --calls 60` exits with 1 at the first seed that breaks a promise. `--rich` formats the
 * messages and keeps editing their template. `--routed` gives the targets routing rules, templates and quiet hours, and
 * pauses the webhook for a while. `--fallback` gives most targets a fallback.
 * `--living` follows up on messages.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    calls: { type: 'string', default: '60' },
    seeds: { type: 'string', default: '1000000000' },
    rich: { type: 'boolean', default: false },
    routed: { type: 'boolean', default: false },
    fallback: { type: 'boolean', default: false },
    living: { type: 'boolean', default: false },
  },
});

const write = process.stdout.write.bind(process.stdout);
// The functions' logs would hide the results.
process.stdout.write = () => true;

const first = Number(values.seed);
const end = performance.now() + Number(values.minutes) * 60_000;
const kinds = {
  rich: richScenarioOf,
  routed: routedScenarioOf,
  fallback: fallbackScenarioOf,
  living: livingScenarioOf,
};
const chosen = Object.entries(kinds).findLast(([name]) => values[name as keyof typeof kinds]);
const madeBy = chosen?.[1] ?? scenarioOf;
let worlds = 0;
let dispatches = 0;
let requests = 0;
let problems: string[] = [];
let seed = first;
for (; seed < first + Number(values.seeds) && performance.now() < end && problems.length === 0; seed++) {
  const world = await play(madeBy(seed, Number(values.calls)));
  problems = audit(world);
  worlds += 1;
  dispatches += world.table.dispatches.size;
  requests += world.providers.asked.length;
}
write(`${worlds} worlds, ${dispatches} dispatches, ${requests} requests to providers\n`);
if (problems.length > 0) {
  write(`seed ${seed - 1}:\n${problems.slice(0, 20).join('\n')}\n`);
  process.exitCode = 1;
}
