import * as z from 'zod';
import type { Settings } from '../settings.ts';
import { CLOUDFRONT_REGION } from '../stacks/stack-props.ts';
import { lambdaQuota, mailSandbox } from './account.ts';
import { type AskAws, AwsRefused } from './ask-aws.ts';
import { type Finding, find, fine, later, stackNamed, stop } from './findings.ts';

/** The lowest version of the bootstrap stack that this project's CDK accepts. */
const BOOTSTRAP_VERSION = 6;

const identitySchema = z.object({ Account: z.string() });

/** The regions of a stage's stacks. */
const regionsOf = ({ region, hostedZone, firewall }: Settings): string[] => [
  ...new Set([region, ...(hostedZone || firewall ? [CLOUDFRONT_REGION] : [])]),
];

const bootstrap = (ask: AskAws, region: string, account: string): Promise<Finding> =>
  find(`bootstrap ${region}`, async () => {
    const command = `npx cdk bootstrap aws://${account}/${region}`;
    const stack = await stackNamed(ask, 'CDKToolkit', region);
    if (!stack) return stop('not bootstrapped yet', command);
    const version = Number(stack.outputs.BootstrapVersion ?? 0);
    return version >= BOOTSTRAP_VERSION
      ? fine(`version ${version}`)
      : stop(`version ${version} is older than ${BOOTSTRAP_VERSION}`, command);
  });

const certificateSchema = z.object({
  Certificate: z.object({
    Status: z.string(),
    DomainName: z.string(),
    SubjectAlternativeNames: z.array(z.string()).default([]),
  }),
});

const covers = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.startsWith('*.') && name.slice(name.indexOf('.')) === pattern.slice(1));

const certificate = (ask: AskAws, of: 'app' | 'invoke', arn: string, url: string, account: string): Promise<Finding> =>
  find(`certificate ${of}`, async () => {
    const name = new URL(url).hostname;
    const [, , , region = '', owner] = arn.split(':');
    const request = `aws acm request-certificate --region ${region} --validation-method DNS --domain-name ${name}`;
    if (owner !== account) return stop(`belongs to account ${owner}, but you deploy to ${account}`, request);
    const describe = ['acm', 'describe-certificate', '--certificate-arn', arn];
    let answer: unknown;
    try {
      answer = await ask(describe, region);
    } catch (error) {
      if (error instanceof AwsRefused && error.code === 'ResourceNotFoundException')
        return stop(`${arn} does not exist`, request);
      throw error;
    }
    const { Status, DomainName, SubjectAlternativeNames } = certificateSchema.parse(answer).Certificate;
    const names = [...new Set([DomainName, ...SubjectAlternativeNames])];
    if (!names.some((pattern) => covers(pattern, name)))
      return stop(`is for ${names.join(', ')}, not ${name}`, request);
    return Status === 'ISSUED'
      ? fine(`issued for ${name}`)
      : stop(
          `${name} is ${Status}`,
          `publish the CNAME of: aws ${describe.join(' ')} --region ${region} --query Certificate.DomainValidationOptions`,
        );
  });

const zonesSchema = z.object({
  HostedZones: z.array(z.object({ Name: z.string(), Config: z.object({ PrivateZone: z.boolean() }).optional() })),
});

const zone = (ask: AskAws, name: string): Promise<Finding> =>
  find('hosted zone', async () => {
    const { HostedZones } = zonesSchema.parse(
      await ask(['route53', 'list-hosted-zones-by-name', '--dns-name', name, '--max-items', '2']),
    );
    return HostedZones.some((it) => it.Name === `${name}.` && !it.Config?.PrivateZone)
      ? fine(`${name} is in this account`)
      : stop(
          `this account has no public zone ${name}`,
          `aws route53 create-hosted-zone --name ${name} --caller-reference ${name}, and give its name servers to your registrar`,
        );
  });

/** Checks the SES identity. If it already exists, the stack fails to create it. */
const mailIdentity = (ask: AskAws, { stage, region, mail }: Settings): Promise<Finding> =>
  find('mail identity', async () => {
    const identity = mail.from === mail.operator ? mail.from : (mail.from.split('@')[1] ?? '');
    if (await stackNamed(ask, `tellhook-${stage}-base`, region)) return fine(`${identity} is of this stage`);
    try {
      await ask(['sesv2', 'get-email-identity', '--email-identity', identity], region);
    } catch (error) {
      if (error instanceof AwsRefused && error.code === 'NotFoundException') return fine(`${identity} will be created`);
      throw error;
    }
    return stop(
      `SES already has ${identity}, which this stage would create`,
      `set mail.from to an address of another domain. Or, if nothing else uses this identity: aws ses delete-identity --region ${region} --identity ${identity}`,
    );
  });

const distributionsSchema = z.object({
  DistributionList: z.object({ Items: z.array(z.unknown()).default([]) }).optional(),
});

/** Checks if the account has distributions, because no AWS API shows if it can create some. */
const cloudFront = (ask: AskAws): Promise<Finding> =>
  find('CloudFront', async () => {
    const { DistributionList } = distributionsSchema.parse(
      await ask(['cloudfront', 'list-distributions', '--max-items', '1']),
    );
    return DistributionList?.Items.length
      ? fine('the account has distributions')
      : later(
          'the account has no distribution yet; AWS may have to verify the account first',
          'if the deployment fails with "Your account must be verified", ask AWS Support (about a day), then deploy again',
        );
  });

/**
 * Checks the account before anything is built. Finds problems that would stop a deployment halfway, and parts that
 * would be missing afterwards. Only reads from AWS.
 */
export const preflight = async (ask: AskAws, settings: Settings): Promise<Finding[]> => {
  let account: string;
  try {
    account = identitySchema.parse(await ask(['sts', 'get-caller-identity'])).Account;
  } catch (error) {
    if (!(error instanceof AwsRefused)) throw error;
    const mend =
      error.code === 'NoCommand'
        ? 'install it: https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html'
        : 'aws configure';
    return [{ subject: 'credentials', ...stop(error.message, mend) }];
  }
  const { appUrl, invokeUrl, certificates, hostedZone } = settings;
  const given =
    certificates && appUrl && invokeUrl
      ? [
          certificate(ask, 'app', certificates.app, appUrl, account),
          certificate(ask, 'invoke', certificates.invoke, invokeUrl, account),
        ]
      : [];
  return [
    { subject: 'credentials', ...fine(`account ${account}`) },
    ...(await Promise.all([
      ...regionsOf(settings).map((region) => bootstrap(ask, region, account)),
      ...given,
      ...(hostedZone ? [zone(ask, hostedZone)] : []),
      mailIdentity(ask, settings),
      lambdaQuota(ask, settings),
      cloudFront(ask),
      mailSandbox(ask, settings),
    ])),
  ];
};

/** The commands that create or update bootstrap stacks where needed. `npm run deploy` runs them automatically. */
export const bootstrapsIn = (findings: Finding[]): string[] =>
  findings.flatMap(({ subject, verdict, mend }) =>
    subject.startsWith('bootstrap ') && verdict === 'stop' && mend ? [mend] : [],
  );
