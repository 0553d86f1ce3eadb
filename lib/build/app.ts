import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { App, type AppProps, Tags } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';
import { BaseStack } from '../stacks/base-stack.ts';
import { CertificateStack } from '../stacks/certificate-stack.ts';
import { DataStack } from '../stacks/data-stack.ts';
import { DeliveryStack } from '../stacks/delivery-stack.ts';
import { FirewallStack } from '../stacks/firewall-stack.ts';
import { OperationsStack } from '../stacks/operations-stack.ts';
import { WebStack } from '../stacks/web-stack.ts';
import { STAGE_TAG } from '../stage-tag.ts';

interface TellhookAppProps {
  settings: Settings;
  /** Folder with one folder per bundled function. */
  functionsDir: string;
  /** The built front end. If it is missing, only `config.json` is deployed. */
  webDir: string;
  /** Overrides for tests, such as another output folder. */
  app?: AppProps;
}

/** The whole system of one stage: `cdk deploy` creates it, and the local machine interprets it. */
export const tellhookApp = ({ settings, functionsDir, webDir, app: appProps }: TellhookAppProps) => {
  const app = new App({
    analyticsReporting: false,
    treeMetadata: false,
    // The check takes two thirds of the synthesis time. The local machine rejects unknown parts of the local stage's
    // template anyway, and every deployed stage keeps the check.
    builtinCloudFormationValidation: settings.stage !== 'local',
    ...appProps,
    // The context is set here, because only the CLI reads cdk.json, and the local machine runs this app without the CLI.
    context: {
      ...recommendedFlags(),
      // Prevents the accidental removal of an export that another stack uses.
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
      ...appProps?.context,
    },
  });
  Tags.of(app).add(STAGE_TAG, settings.stage);
  const data = new DataStack(app, 'Data', { settings });
  const certificates = settings.hostedZone ? new CertificateStack(app, 'Certificates', { settings }) : undefined;
  const base = new BaseStack(app, 'Base', { settings, data, certificates });
  const shared = { settings, functionsDir, data, base };
  const web = new WebStack(app, 'Web', { ...shared, webDir, version: version(), certificates });
  const delivery = new DeliveryStack(app, 'Delivery', { ...shared, appUrl: web.appUrl });
  // Deploys the web stack after the delivery stack. Without a domain, the order is reversed, because the delivery stack
  // needs the web stack's generated URL.
  if (settings.appUrl) web.addStackDependency(delivery);
  const operations = new OperationsStack(app, 'Operations', { ...shared, delivery, web });
  const { firewall } = settings;
  const firewalls = firewall ? [new FirewallStack(app, 'Firewall', { settings, ...firewall })] : [];
  // The firewalls are deployed before the parts that they protect, and destroyed after them.
  for (const it of firewalls) for (const behind of [base, web]) behind.addStackDependency(it);
  return { app, certificates, data, base, delivery, web, operations, firewalls };
};

/** The feature flags that the CDK recommends for new apps, as listed in its release. */
const recommendedFlags = (): Record<string, unknown> =>
  JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('aws-cdk-lib/recommended-feature-flags.json'), 'utf8'),
  );

const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version as string;
