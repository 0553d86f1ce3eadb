import path from 'node:path';
import { tellhookApp } from '../lib/build/app.ts';
import { buildFrontEnd, webDir } from '../lib/build/build-front-end.ts';
import { bundleFunctions } from '../lib/build/bundle-functions.ts';
import { placeholdersIn } from '../lib/deploy/placeholders.ts';
import { allStages } from '../lib/local/settings.ts';
import { loadSettings } from '../lib/settings.ts';

/**
 * The CDK app. `STAGE` chooses the stage (default `dev`). `STAGE_SETTINGS` names a JSON file that is merged over its
 * settings. `PORT` and `INVOKE_PORT` apply to the stage `local`. Changed functions and pages are built first, so a
 * deployment never contains an old build. Example settings are rejected, unless `--context examples=true` is given for
 * a run that deploys nothing.
 */
const { STAGE = 'dev', STAGE_SETTINGS, PORT, INVOKE_PORT } = process.env;
const settings = loadSettings(STAGE, {
  overridesPath: STAGE_SETTINGS,
  stages: allStages({
    ...(PORT && { port: Number(PORT) }),
    ...(INVOKE_PORT && { invokePort: Number(INVOKE_PORT) }),
  }),
});
const { examples } = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}') as { examples?: unknown };
const placeholders = examples ? [] : placeholdersIn(settings);
if (placeholders.length > 0) {
  console.error([...placeholders, 'To look at the templates with them: npm run synth'].join('\n'));
  process.exit(1);
}
const functionsDir = path.resolve(import.meta.dirname, '../dist/functions');
await Promise.all([bundleFunctions({ outDir: functionsDir }), buildFrontEnd()]);
tellhookApp({ settings, functionsDir, webDir }).app.synth();
