import { createOutboundHttp, hostMapVariable } from '../lambdas/adapters/http-client.ts';
import { secretsManager } from '../lambdas/adapters/secrets.ts';
import { providerCredentials } from '../lambdas/targets/credentials.ts';
import type { SetupStep } from '../lambdas/targets/operator-setup.ts';
import { kindsWithSetup, setUpProvider } from '../lambdas/targets/set-up-provider.ts';
import { loadSettings } from '../lib/settings.ts';

/**
 * `npm run --silent provider:setup -- KIND` sets up the operator's side of one kind of target at its provider, and says
 * what is left to do by hand; see docs/providers.md. STAGE and STAGE_SETTINGS as for a deployment; PROVIDERS_SECRET_ARN
 * names the secret with the credentials, without which the script says what belongs there.
 */
const main = async ([slug = '']: string[]): Promise<SetupStep[]> => {
  const { STAGE = 'dev', STAGE_SETTINGS, PROVIDERS_SECRET_ARN, OUTBOUND_HOST_MAP } = process.env;
  if (!kindsWithSetup().includes(slug))
    throw new Error(`usage: npm run --silent provider:setup -- ${kindsWithSetup().join('|')}`);
  const settings = loadSettings(STAGE, { overridesPath: STAGE_SETTINGS });
  process.env.AWS_REGION ??= settings.region;
  const http = createOutboundHttp({ hostMap: hostMapVariable.parse(OUTBOUND_HOST_MAP) });
  try {
    return await setUpProvider(slug, {
      http,
      credentials: PROVIDERS_SECRET_ARN
        ? await secretsManager().json(PROVIDERS_SECRET_ARN, providerCredentials)()
        : (settings.providerCredentials ?? {}),
      appUrl: settings.appUrl,
      mailFrom: settings.mail.from,
    });
  } finally {
    http.close();
  }
};

const WIDTH = 'by hand  '.length;
const indented = (text: string) => text.replaceAll(/^/gm, ' '.repeat(WIDTH));

try {
  const steps = await main(process.argv.slice(2));
  for (const { state, text, document } of steps)
    process.stdout.write(`${state.padEnd(WIDTH)}${text}\n${document === undefined ? '' : `${indented(document)}\n`}`);
  if (steps.some(({ state }) => state === 'failed')) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
