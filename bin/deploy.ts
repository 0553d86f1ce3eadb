import { spawnSync } from 'node:child_process';
import { askByCommandLine } from '../lib/deploy/ask-aws.ts';
import { tableOf } from '../lib/deploy/findings.ts';
import { addressesOf, outputsFile, readOutputs } from '../lib/deploy/outputs.ts';
import { placeholdersIn } from '../lib/deploy/placeholders.ts';
import { bootstrapsIn, preflight } from '../lib/deploy/preflight.ts';
import { statusOf } from '../lib/deploy/status.ts';
import { loadSettings, type Settings } from '../lib/settings.ts';

/**
 * `npm run deploy`: checks the account, bootstraps it if needed, builds and deploys all stacks of STAGE, and prints the
 * remaining steps. `-- --check` only checks the account, `-- --status` only the stage, `-- --smoke` also runs a smoke
 * test. Other arguments after `--` go to the CDK: `npm run deploy -- --require-approval never`. Invalid settings and
 * example values are rejected before anything starts.
 */
const refuse = (reasons: string): never => {
  console.error(reasons);
  process.exit(1);
};
const readSettings = (): Settings => {
  const { STAGE = 'dev', STAGE_SETTINGS } = process.env;
  if (STAGE === 'local') return refuse('The stage local runs on this machine (npm start). Choose another STAGE.');
  try {
    return loadSettings(STAGE, { overridesPath: STAGE_SETTINGS });
  } catch (error) {
    return refuse((error as Error).message);
  }
};
/** Runs a command of the project. If it fails, this process exits with the same code. */
const run = (command: string, args: string[]): void => {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
const answerOf = async (url: string): Promise<number | undefined> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).status;
  } catch {
    return undefined;
  }
};

const OWN = ['--check', '--status', '--smoke'];
const asked = process.argv.slice(2).filter((argument) => OWN.includes(argument));
const forCdk = process.argv.slice(2).filter((argument) => !OWN.includes(argument));
const settings = readSettings();
const placeholders = placeholdersIn(settings);
if (placeholders.length > 0) refuse(placeholders.join('\n'));

if (asked.includes('--status')) {
  const findings = await statusOf({ ask: askByCommandLine, answerOf }, settings);
  console.log(tableOf(findings));
  process.exit(findings.some(({ verdict }) => verdict === 'stop') ? 1 : 0);
}

const findings = await preflight(askByCommandLine, settings);
console.log(tableOf(findings));
const bootstraps = bootstrapsIn(findings);
const stops = findings.filter(({ verdict }) => verdict === 'stop').length;
if (asked.includes('--check')) process.exit(stops > 0 ? 1 : 0);
if (stops > bootstraps.length) refuse('\nNothing was deployed: fix each STOP, then run it again.');
for (const command of bootstraps) run('npx', command.split(' ').slice(1));
run('npm', ['run', 'build']);
run('npx', ['cdk', 'deploy', '--all', '--outputs-file', outputsFile, ...forCdk]);

const { appUrl, invokeUrl } = addressesOf(settings, readOutputs());
console.log(`\n${tableOf(await statusOf({ ask: askByCommandLine, answerOf }, settings))}

Sign up at ${appUrl} and create a webhook. To call it, use the last part of its URL:
  curl ${invokeUrl}/ROUTE --json '{"text": "Hello"}'
To show this again: npm run deploy -- --status`);
if (asked.includes('--smoke')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'smoke', '--', appUrl ?? ''], { stdio: 'inherit' });
  if (status !== 0) refuse('\nTo roll back: git checkout <the version before> && npm ci && npm run deploy');
}
