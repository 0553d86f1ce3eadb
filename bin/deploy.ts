import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nextSteps, type StackOutputs } from '../lib/build/next-steps.ts';
import { loadSettings } from '../lib/settings.ts';

/**
 * `npm run deploy`: deploys all stacks of STAGE, then says what is left to do by hand. What follows `--` goes to the CDK:
 * `npm run deploy -- --require-approval never`.
 */
const { STAGE = 'dev', STAGE_SETTINGS } = process.env;
const settings = loadSettings(STAGE, { overridesPath: STAGE_SETTINGS });
const outputsFile = path.resolve(import.meta.dirname, '../dist/outputs.json');
const { status } = spawnSync('cdk', ['deploy', '--all', '--outputs-file', outputsFile, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
console.log(nextSteps(settings, JSON.parse(readFileSync(outputsFile, 'utf8')) as StackOutputs));
