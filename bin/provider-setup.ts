import { createOutboundHttp } from '../lambdas/adapters/http-client.ts';
import { mergeSecret } from '../lambdas/adapters/merge-secret.ts';
import { secretsManager } from '../lambdas/adapters/secrets.ts';
import { STRIPE_ANSWER_BYTES } from '../lambdas/adapters/stripe.ts';
import { setUpStripe } from '../lambdas/adapters/stripe-setup.ts';
import { providerCredentials } from '../lambdas/targets/credentials.ts';
import type { SetupStep } from '../lambdas/targets/operator-setup.ts';
import { kindsWithSetup, setUpProvider } from '../lambdas/targets/set-up-provider.ts';
import { addressesOf, readOutputs } from '../lib/deploy/outputs.ts';
import { allStages } from '../lib/local/settings.ts';
import { loadSettings } from '../lib/settings.ts';

const PAYMENTS = 'stripe';

/**
 * `npm run --silent provider:setup -- KIND` sets up one target kind at its provider for the operator, or payments
 * (`stripe`). It prints the remaining manual steps; see docs/providers.md. STAGE and STAGE_SETTINGS are the same as for
 * a deployment. PROVIDERS_SECRET_ARN names the secret with the credentials. If unset, the script prints the fields of
 * that secret. STRIPE_SETUP_KEY is a key with permission to set up Stripe, which the key in the secret does not need.
 */
const main = async ([slug = '']: string[]): Promise<SetupStep[]> => {
  const { STAGE = 'dev', STAGE_SETTINGS, PROVIDERS_SECRET_ARN: arn, STRIPE_SETUP_KEY } = process.env;
  const known = [...(await kindsWithSetup()), PAYMENTS];
  if (!known.includes(slug)) throw new Error(`usage: npm run --silent provider:setup -- ${known.join('|')}`);
  const settings = loadSettings(STAGE, { overridesPath: STAGE_SETTINGS, stages: allStages() });
  process.env.AWS_REGION ??= settings.region;
  const { appUrl } = addressesOf(settings, readOutputs());
  if (!appUrl) throw new Error(`The URL of ${STAGE} is known after you deploy it from here: npm run deploy`);
  const http = createOutboundHttp({
    hostMap: settings.outboundHostMap,
    maxAnswerBytes: STRIPE_ANSWER_BYTES,
  });
  try {
    const credentials = arn
      ? await secretsManager().json(arn, providerCredentials)()
      : (settings.providerCredentials ?? {});
    if (slug === PAYMENTS)
      return await setUpStripe({
        http,
        known: credentials[PAYMENTS] ?? {},
        setupKey: STRIPE_SETUP_KEY,
        appUrl,
        priceCents: settings.plans.premium.priceCents,
        keep: arn ? (values) => mergeSecret(arn, PAYMENTS, values) : undefined,
      });
    return await setUpProvider(slug, { http, credentials, appUrl, mailFrom: settings.mail.from });
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
