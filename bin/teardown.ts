import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { askByCommandLine } from '../lib/deploy/ask-aws.ts';
import { demanded, teardownSteps } from '../lib/deploy/teardown.ts';
import { loadSettings } from '../lib/settings.ts';

/**
 * `npm run teardown [-- --with-data]` removes STAGE after you type its name to confirm. Data protected by `keepData`
 * stays. `--with-data` also removes the table, its key, the secrets, the logs and the site's bucket.
 */
const { STAGE = 'dev', STAGE_SETTINGS } = process.env;
const withData = process.argv.includes('--with-data');

const main = async (): Promise<void> => {
  const settings = loadSettings(STAGE, { overridesPath: STAGE_SETTINGS });
  const steps = await teardownSteps(askByCommandLine, settings, withData);
  console.log(steps.map(({ command }) => command.join(' ')).join('\n'));
  const expected = demanded(STAGE, withData);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await terminal.question(`\nType "${expected}" to run these commands: `);
  terminal.close();
  if (typed !== expected) throw new Error('Nothing was removed.');
  for (const { command } of steps) {
    const [program = '', ...words] = command;
    const { status } = spawnSync(program, words, { stdio: 'inherit' });
    // An `aws` command can fail because its resource no longer exists. The stacks must be deleted before their
    // contents.
    if (status !== 0 && program !== 'aws')
      throw new Error(`${command.join(' ')} failed. Fix the cause, then run it again.`);
  }
};

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
