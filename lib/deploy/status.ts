import * as z from 'zod';
import type { Settings } from '../settings.ts';
import { CLOUDFRONT_REGION } from '../stacks/stack-props.ts';
import { STAGE_TAG } from '../stage-tag.ts';
import { lambdaQuota, mailSandbox } from './account.ts';
import type { AskAws } from './ask-aws.ts';
import { type Finding, find, fine, later, stackNamed, stop } from './findings.ts';

/** The external requests of a status check. */
export interface StatusPorts {
  ask: AskAws;
  /** The status code of a URL; undefined if no server responds or the name does not resolve. */
  answerOf: (url: string) => Promise<number | undefined>;
}

type Outputs = Record<string, Record<string, string>>;

const address = (
  { answerOf }: StatusPorts,
  subject: string,
  url: string,
  alias: string | undefined,
): Promise<Finding> =>
  find(subject, async () => {
    const status = await answerOf(url);
    if (status !== undefined && status < 500) return fine(`${url} responds`);
    const name = new URL(url).hostname;
    return stop(
      status === undefined ? `${url} does not respond` : `${url} returns ${status}`,
      alias
        ? `publish ${name} as an alias or CNAME of ${alias}, or wait until DNS has the record`
        : 'wait a few minutes, then see docs/runbook.md',
    );
  });

const subscriptionsSchema = z.object({
  Subscriptions: z.array(z.object({ SubscriptionArn: z.string(), Protocol: z.string(), Endpoint: z.string() })),
});

const alarmMail = ({ ask }: StatusPorts, { region, mail }: Settings, topic: string | undefined): Promise<Finding> =>
  find('alarms', async () => {
    const { Subscriptions } = subscriptionsSchema.parse(
      await ask(['sns', 'list-subscriptions-by-topic', '--topic-arn', topic ?? ''], region),
    );
    const confirmed = Subscriptions.some(
      ({ Endpoint, SubscriptionArn }) => Endpoint === mail.operator && SubscriptionArn.startsWith('arn:'),
    );
    return confirmed
      ? fine(`reach ${mail.operator}`)
      : stop(
          `${mail.operator} has not confirmed the subscription, so no one gets the alarms`,
          `open the link in the email "Subscription Confirmation". To send it again: aws sns subscribe --region ${region} --topic-arn ${topic} --protocol email --notification-endpoint ${mail.operator}`,
        );
  });

const verifiedSchema = z.object({
  VerifiedForSendingStatus: z.boolean().default(false),
  DkimAttributes: z.object({ Tokens: z.array(z.string()).default([]) }).optional(),
  MailFromAttributes: z.object({ MailFromDomainStatus: z.string().optional() }).optional(),
});

const sender = ({ ask }: StatusPorts, { region, mail, hostedZone }: Settings): Promise<Finding> =>
  find('mail sender', async () => {
    const isAddress = mail.from === mail.operator;
    const domain = mail.from.split('@')[1] ?? '';
    const identity = isAddress ? mail.from : domain;
    const { VerifiedForSendingStatus, DkimAttributes, MailFromAttributes } = verifiedSchema.parse(
      await ask(['sesv2', 'get-email-identity', '--email-identity', identity], region),
    );
    const wait = 'wait until DNS has the records (minutes to hours)';
    if (!VerifiedForSendingStatus) {
      const records = (DkimAttributes?.Tokens ?? []).map(
        (token) => `${token}._domainkey.${domain} CNAME ${token}.dkim.amazonses.com`,
      );
      const publish = hostedZone ? wait : `publish ${records.join(', ')}`;
      return stop(
        `no email can be sent from ${identity} yet`,
        isAddress ? `open the link in AWS’s email to ${identity}` : publish,
      );
    }
    const bounce = MailFromAttributes?.MailFromDomainStatus;
    if (isAddress || bounce === 'SUCCESS') return fine(`${identity} is verified`);
    return later(
      `bounce.${domain} is ${bounce ?? 'not set'}: email is sent, but SPF checks the AWS domain`,
      hostedZone
        ? wait
        : `publish bounce.${domain} MX 10 feedback-smtp.${region}.amazonses.com and bounce.${domain} TXT "v=spf1 include:amazonses.com ~all"`,
    );
  });

const tagsSchema = z.object({ CostAllocationTags: z.array(z.object({ TagKey: z.string(), Status: z.string() })) });

const costTag = ({ ask }: StatusPorts): Promise<Finding> =>
  find('budget', async () => {
    const { CostAllocationTags } = tagsSchema.parse(
      // The billing APIs exist only in this region.
      await ask(['ce', 'list-cost-allocation-tags', '--tag-keys', STAGE_TAG], CLOUDFRONT_REGION),
    );
    const [tag] = CostAllocationTags;
    if (tag?.Status === 'Active') return fine(`counts by the tag ${STAGE_TAG}`);
    return tag
      ? later(
          `does not work yet: the tag ${STAGE_TAG} is not active`,
          `aws ce update-cost-allocation-tags-status --region ${CLOUDFRONT_REGION} --cost-allocation-tags-status TagKey=${STAGE_TAG},Status=Active`,
        )
      : later(`does not work yet: Billing does not list the tag ${STAGE_TAG}`, 'check again in a day');
  });

const webAcl = (subject: string, made: string | undefined, set: string | undefined, setting: string): Finding[] => {
  if (!made) return [];
  return [
    {
      subject,
      ...(made === set
        ? fine('protects')
        : later('exists but is not attached yet', `set ${setting} to "${made}" and deploy again`)),
    },
  ];
};

/** Checks a deployed stage. Findings about missing parts include the fix. */
export const statusOf = async (ports: StatusPorts, settings: Settings): Promise<Finding[]> => {
  const { stage, region, appUrl, invokeUrl, invokeDistribution, monthlyBudgetDollars } = settings;
  const names = [
    ...['data', 'base', 'delivery', 'web', 'operations'].map((name) => ({ name, at: region })),
    ...(settings.firewall ? [{ name: 'firewall', at: CLOUDFRONT_REGION }] : []),
  ];
  const outputs: Outputs = {};
  const stacks = await find('stacks', async () => {
    const missing: string[] = [];
    const found = await Promise.all(
      names.map(({ name, at }) => stackNamed(ports.ask, `tellhook-${stage}-${name}`, at)),
    );
    for (const [index, { name }] of names.entries()) {
      const stack = found[index];
      outputs[name] = stack?.outputs ?? {};
      if (!stack) missing.push(`${name} is missing`);
      else if (!/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(stack.status)) missing.push(`${name} is ${stack.status}`);
    }
    return missing.length === 0 ? fine(`${names.length} stand`) : stop(missing.join(', '), 'npm run deploy');
  });
  if (stacks.verdict !== 'ok') return [stacks];
  const app = appUrl ?? outputs.web?.AppUrl ?? '';
  const invoke = invokeUrl ?? outputs.base?.InvokeUrl ?? '';
  return [
    stacks,
    ...(await Promise.all([
      address(ports, 'app', `${app}/config.json`, outputs.web?.AppAlias),
      address(ports, 'invoke host', `${invoke}/`, outputs.base?.InvokeHostAlias),
      alarmMail(ports, settings, outputs.base?.AlarmTopicArn),
      sender(ports, settings),
      mailSandbox(ports.ask, settings),
      lambdaQuota(ports.ask, settings),
      ...(monthlyBudgetDollars ? [costTag(ports)] : []),
    ])),
    ...webAcl('firewall', outputs.firewall?.WebAclArn, settings.webAclArn, 'webAclArn'),
    ...webAcl(
      'firewall invoke',
      outputs.firewall?.InvokeWebAclArn,
      invokeDistribution?.webAclArn,
      'invokeDistribution.webAclArn',
    ),
  ];
};
