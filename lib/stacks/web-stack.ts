import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { dueIndex, targetIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import { routes } from '../../lambdas/contract/routes.ts';
import { FunctionRoutes, HttpFront } from '../constructs/http-front.ts';
import { FIVE_MINUTES } from '../constructs/operator-alarms.ts';
import { OwnNames } from '../constructs/own-names.ts';
import { Site } from '../constructs/site.ts';
import { TellhookFunction } from '../constructs/tellhook-function.ts';
import type { Settings } from '../settings.ts';
import { type BaseStack, CALLBACKS_TIMEOUT } from './base-stack.ts';
import type { CertificateStack } from './certificate-stack.ts';
import type { DataStack } from './data-stack.ts';
import { stackProps } from './stack-props.ts';

interface WebStackProps {
  settings: Settings;
  /** Folder that holds one folder per bundled function. */
  functionsDir: string;
  /** The built front end. */
  webDir: string;
  /** The product's version, which the app shows. */
  version: string;
  data: DataStack;
  base: BaseStack;
  certificates: CertificateStack | undefined;
}

/** Everything that users and providers open: the site, the application API below `/api`, and providers' callbacks. */
export class WebStack extends Stack {
  readonly front: HttpFront;
  readonly appUrl: string;
  /** The bucket of the site's files. */
  readonly siteBucket: IBucket;
  readonly functions: TellhookFunction[];

  constructor(scope: Construct, id: string, props: WebStackProps) {
    const { settings, functionsDir, webDir, version } = props;
    super(scope, id, stackProps(settings, 'web'));
    const { table, secrets } = props.data;
    const { mail, alarms, lanes, invokeUrl } = props.base;
    this.front = new HttpFront(this, 'App', {
      settings,
      name: 'app',
      description: 'The application API, reached through CloudFront',
      noAuthorizerBecause:
        'Functions check the bearer token or session cookie, as lambdas/contract/routes.ts demands; other routes are public.',
    });
    const names = new OwnNames(this, 'Names', { settings, made: props.certificates });
    const domain = names.of('app');
    const site = new Site(this, 'Site', { settings, webDir, domain, api: this.front, edgeKey: secrets.edge });
    this.appUrl = site.url;
    this.siteBucket = site.bucket;
    if (domain) names.alias(domain.name, new CloudFrontTarget(site.distribution));

    const shared = { settings, functionsDir };
    const appUrl = { APP_URL: site.url };
    const plans = JSON.stringify(settings.plans);
    const throttles = JSON.stringify(settings.throttles);
    // Without the limits of the other function, because Lambda's variables are limited to 4 KB.
    const { sandboxPerUser: _1, searchPerUser: _2, testPerUser: _3, ...accountThrottles } = settings.throttles;
    const providerLinks = JSON.stringify(settings.providerLinks);

    const api = new TellhookFunction(this, 'ApiFunction', 'api', {
      ...shared,
      purpose: 'Handles signed-in requests about webhooks, targets, invocations and templates',
      timeout: Duration.seconds(15),
    })
      .sendsTo(lanes)
      .readsIndex(table, targetIndex.name)
      .reads(table, ['BatchGetItem', 'GetItem', 'Query'])
      // A test call is stored like any other call, with a batch write.
      .writes(table, ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'])
      .readsSecret(secrets.sealing, 'SEALING_SECRET_ARN')
      .readsSecret(secrets.providers, 'PROVIDERS_SECRET_ARN')
      .readsSecret(secrets.edge, 'EDGE_SECRET_ARN')
      .sendsMail(mail)
      .callsOut(settings)
      .knows({
        ...appUrl,
        INVOKE_URL: invokeUrl,
        CELL: settings.cell,
        PLANS: plans,
        THROTTLES: throttles,
        PROVIDER_LINKS: providerLinks,
      });

    const accounts = new TellhookFunction(this, 'AccountsFunction', 'accounts', {
      ...shared,
      purpose: 'Registration, sessions, passwords, plans, subscriptions and the contact form',
      // Deleting an account with many calls takes long. The gateway waits 29 seconds.
      timeout: Duration.seconds(28),
      // The password hash is limited by the CPU, whose share grows with the memory: twice the memory is about twice as
      // fast.
      memory: 1024,
    })
      // The number of open trials.
      .readsIndex(table, dueIndex.name)
      .reads(table, ['GetItem', 'Query'])
      .writes(table, ['PutItem', 'UpdateItem', 'DeleteItem'])
      .readsSecret(secrets.signing, 'SIGNING_SECRET_ARN')
      .readsSecret(secrets.challenge, 'CHALLENGE_SECRET_ARN')
      .readsSecret(secrets.edge, 'EDGE_SECRET_ARN')
      .readsSecret(secrets.providers, 'PROVIDERS_SECRET_ARN')
      .sendsMail(mail)
      .callsOut(settings)
      .knows({
        ...appUrl,
        PROVIDER_LINKS: providerLinks,
        PLANS: plans,
        THROTTLES: JSON.stringify(accountThrottles),
        MAX_TRIALS: JSON.stringify(settings.maxTrials),
        CELL: settings.cell,
        CHALLENGE: JSON.stringify(settings.challenge),
        ...(settings.signIn?.oidc && { OIDC: JSON.stringify(settings.signIn.oidc) }),
      });

    const callbacks = new TellhookFunction(this, 'CallbacksFunction', 'callbacks', {
      ...shared,
      purpose: 'Handles callbacks of providers: bot updates, OAuth returns, confirmations, bounces, payments',
      timeout: CALLBACKS_TIMEOUT,
    })
      .reads(table, ['GetItem', 'Query'])
      .writes(table, ['PutItem', 'UpdateItem', 'DeleteItem'])
      .readsSecret(secrets.sealing, 'SEALING_SECRET_ARN')
      .readsSecret(secrets.providers, 'PROVIDERS_SECRET_ARN')
      .readsSecret(secrets.edge, 'EDGE_SECRET_ARN')
      .consumes(mail.events, {
        batchSize: 10,
        alarms,
        failures: 5,
        windows: 2,
        impact: 'providers get no response: targets cannot be set up, email events wait',
        runbook: 'docs/runbook.md#callbacks-fail',
      })
      .sendsMail(mail)
      .callsOut(settings)
      .knows({ ...appUrl, PROVIDER_LINKS: providerLinks });

    this.functions = [api, accounts, callbacks];
    const routing = new FunctionRoutes(this, 'Routes', this.front);
    // GET routes also accept HEAD, which the gateway needs as a separate route.
    for (const { method, path, service } of Object.values(routes))
      for (const verb of method === 'GET' ? (['GET', 'HEAD'] as const) : [method])
        routing.route(verb, `/api${path}`, { api, accounts }[service]);
    routing.route('ANY', '/api/callbacks/{proxy+}', callbacks);
    routing.routeRestTo(api);

    site.publish({
      settings,
      webDir,
      config: {
        apiUrl: `${site.url}/api`,
        invokeUrl,
        version,
        challenge: settings.challenge,
        ...(settings.operator && { operator: settings.operator }),
        ...(settings.signIn?.oidc && { oidc: { label: settings.signIn.oidc.label } }),
        ...(settings.aboutUrl && { aboutUrl: settings.aboutUrl }),
        ...(settings.canaryMinutes && { hasStatusPage: true }),
      },
    });

    alarms.alarmOn(
      this,
      'AppFails',
      { metric: this.front.api.metricServerError({ period: FIVE_MINUTES, statistic: 'Sum' }), threshold: 5 },
      { impact: 'people cannot sign in, or screens show errors', runbook: 'docs/runbook.md#app-fails' },
    );

    new CfnOutput(this, 'AppUrl', { description: 'URL of the app', value: site.url });
    new CfnOutput(this, 'SiteBucket', { description: 'Bucket with the site’s files', value: site.bucket.bucketName });
    if (domain && !settings.hostedZone)
      new CfnOutput(this, 'AppAlias', {
        description: `Target of the DNS alias for ${domain.name} points to`,
        value: site.distribution.distributionDomainName,
      });
  }
}
