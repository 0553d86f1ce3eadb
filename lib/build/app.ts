import { readFileSync } from 'node:fs';
import { App, type AppProps } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';
import { DataStack } from '../stacks/data-stack.ts';
import { DeliveryStack } from '../stacks/delivery-stack.ts';
import { WebStack } from '../stacks/web-stack.ts';

export interface TellhookAppProps {
  settings: Settings;
  /** Folder that holds one folder per bundled function. */
  functionsDir: string;
  /** The built front end; may be missing, then only `config.json` is deployed. */
  webDir: string;
  /** For tests that keep the assembly elsewhere. */
  app?: AppProps;
}

/** The whole system of one stage: what `cdk deploy` creates and what the local machine interprets. */
export const tellhookApp = ({ settings, functionsDir, webDir, app: appProps }: TellhookAppProps) => {
  const app = new App({
    analyticsReporting: false,
    treeMetadata: false,
    ...appProps,
    // One statement per set of resources, so that a role reads as one list. Set here and not in cdk.json, because the
    // local machine runs this app without the command line tool, which alone reads that file.
    context: {
      '@aws-cdk/aws-iam:minimizePolicies': true,
      // What another stack still uses cannot be removed by accident.
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
      ...appProps?.context,
    },
  });
  const data = new DataStack(app, 'Data', { settings });
  const delivery = new DeliveryStack(app, 'Delivery', { settings, functionsDir, data });
  const web = new WebStack(app, 'Web', { settings, functionsDir, webDir, version: version(), data, delivery });
  return { app, data, delivery, web };
};

const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version as string;
