import { spawnSync } from 'node:child_process';
import { nextSteps } from '../lib/build/next-steps.ts';
import { outputsFile, readOutputs } from '../lib/build/outputs.ts';
import { placeholdersIn } from '../lib/build/placeholders.ts';
import { loadSettings, type Settings } from '../lib/settings.ts';

/**
 * `npm run deploy`: deploys all stacks of STAGE, then says what is left to do by hand. What follows `--` goes to the
 * CDK: `npm run deploy -- --require-approval never`. Wrong settings and examples are rejected before anything begins.
 */
const refuse = (reasons: string): never => {
  console.error(reasons);
  process.exit(1);
};
const readSettings = (): Settings => {
  const { STAGE = 'dev', STAGE_SETTINGS } = process.env;
  if (STAGE === 'local') return refuse('The stage local is this machine (npm start): STAGE must be one to deploy.');
  try {
    return loadSettings(STAGE, { overridesPath: STAGE_SETTINGS });
  } catch (error) {
    return refuse((error as Error).message);
  }
};

const settings = readSettings();
const placeholders = placeholdersIn(settings);
if (placeholders.length > 0) refuse(placeholders.join('\n'));
const { status } = spawnSync('cdk', ['deploy', '--all', '--outputs-file', outputsFile, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
console.log(nextSteps(settings, readOutputs()));
