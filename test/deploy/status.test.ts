import { describe, expect, it } from 'vitest';
import { tableOf } from '../../lib/deploy/findings.ts';
import { type StatusPorts, statusOf } from '../../lib/deploy/status.ts';
import { loadSettings, type Settings } from '../../lib/settings.ts';
import { recordedAws, stack } from './recorded-aws.ts';

const operator = 'you@example.com';
const topic = 'arn:aws:sns:eu-central-1:222222222222:alarms';
const named: Settings = {
  ...loadSettings('prod'),
  mail: { from: 'hello@mail.example.com', operator },
  appUrl: 'https://app.example.com',
  invokeUrl: 'https://in.example.com',
  firewall: { requestsPerFiveMinutes: 2000 },
  webAclArn: 'arn:acl',
};
const plain: Settings = { ...loadSettings('prod'), mail: { from: operator, operator } };
const subscription = (SubscriptionArn: string) => ({
  Subscriptions: [{ SubscriptionArn, Protocol: 'email', Endpoint: operator }],
});
const verified = {
  VerifiedForSendingStatus: true,
  DkimAttributes: { Tokens: ['one', 'two'] },
  MailFromAttributes: { MailFromDomainStatus: 'SUCCESS' },
};
/** A complete stage. */
const complete = {
  'cloudformation describe-stacks': stack('UPDATE_COMPLETE'),
  'cloudformation describe-stacks tellhook-prod-base': stack('CREATE_COMPLETE', {
    AlarmTopicArn: topic,
    InvokeUrl: 'https://abc.execute-api.example',
    InvokeHostAlias: 'd-1.execute-api.example',
  }),
  'cloudformation describe-stacks tellhook-prod-web': stack('CREATE_COMPLETE', {
    AppUrl: 'https://d1.cloudfront.example',
    AppAlias: 'd1.cloudfront.example',
  }),
  'cloudformation describe-stacks tellhook-prod-firewall': stack('CREATE_COMPLETE', { WebAclArn: 'arn:acl' }),
  [`sns list-subscriptions-by-topic ${topic}`]: subscription(`${topic}:1`),
  'sesv2 get-email-identity': verified,
  'sesv2 get-account': { ProductionAccessEnabled: true },
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'ce list-cost-allocation-tags': { CostAllocationTags: [{ TagKey: 'tellhook-stage', Status: 'Active' }] },
};
const look = (settings: Settings, changes: object = {}, answerOf: StatusPorts['answerOf'] = async () => 200) =>
  statusOf({ ask: recordedAws({ ...complete, ...changes }).ask, answerOf }, settings);

describe('a complete stage', () => {
  it('has no missing part', async () => {
    const findings = await look(named);
    expect(findings.map(({ subject }) => subject)).toEqual([
      'stacks',
      'app',
      'invoke host',
      'alarms',
      'mail sender',
      'SES sandbox',
      'Lambda quota',
      'budget',
      'firewall',
    ]);
    expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
  });

  it('is found by the addresses that AWS generated if it has no domain names', async () => {
    const urls: string[] = [];
    await look(plain, {}, async (url) => {
      urls.push(url);
      return 404;
    });
    expect(urls.sort()).toEqual(['https://abc.execute-api.example/', 'https://d1.cloudfront.example/config.json']);
  });
});

describe('a missing part is reported with its fix', () => {
  it.each<[string, Settings, object, 'stop' | 'later', RegExp]>([
    [
      'a stack',
      named,
      { 'cloudformation describe-stacks tellhook-prod-web': 'ValidationError' },
      'stop',
      /web is missing.*npm run deploy/,
    ],
    [
      'a stack that failed',
      named,
      { 'cloudformation describe-stacks tellhook-prod-web': stack('UPDATE_ROLLBACK_FAILED') },
      'stop',
      /web is UPDATE_ROLLBACK_FAILED/,
    ],
    [
      'the confirmation of alarms',
      named,
      { [`sns list-subscriptions-by-topic ${topic}`]: subscription('PendingConfirmation') },
      'stop',
      /aws sns subscribe .*--notification-endpoint you@example\.com/,
    ],
    [
      'records of a domain',
      named,
      { 'sesv2 get-email-identity': { ...verified, VerifiedForSendingStatus: false } },
      'stop',
      /one\._domainkey\.mail\.example\.com CNAME one\.dkim\.amazonses\.com/,
    ],
    [
      'the confirmation of an address',
      plain,
      { 'sesv2 get-email-identity': { VerifiedForSendingStatus: false } },
      'stop',
      /open the link in AWS’s email to you@example\.com/,
    ],
    [
      "records of the envelope's sender",
      named,
      { 'sesv2 get-email-identity': { ...verified, MailFromAttributes: { MailFromDomainStatus: 'PENDING' } } },
      'later',
      /bounce\.mail\.example\.com MX 10 feedback-smtp\.eu-central-1/,
    ],
    [
      'production access',
      named,
      { 'sesv2 get-account': { ProductionAccessEnabled: false } },
      'later',
      /production access/,
    ],
    [
      'quota',
      named,
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 50 } } },
      'stop',
      /service-quotas/,
    ],
    [
      'an active tag',
      named,
      { 'ce list-cost-allocation-tags': { CostAllocationTags: [{ TagKey: 'tellhook-stage', Status: 'Inactive' }] } },
      'later',
      /update-cost-allocation-tags-status/,
    ],
    [
      'a tag that Billing lists',
      named,
      { 'ce list-cost-allocation-tags': { CostAllocationTags: [] } },
      'later',
      /check again in a day/,
    ],
    [
      'the firewall in the settings',
      named,
      { 'cloudformation describe-stacks tellhook-prod-firewall': stack('CREATE_COMPLETE', { WebAclArn: 'arn:new' }) },
      'later',
      /set webAclArn to "arn:new"/,
    ],
  ])('%s', async (_, settings, changes, verdict, text) => {
    const told = (await look(settings, changes)).filter((it) => it.verdict !== 'ok');
    expect(told).toMatchObject([{ verdict }]);
    expect(tableOf(told)).toMatch(text);
  });

  it('a name that does not resolve', async () => {
    const told = (await look(named, {}, async (url) => (url.includes('app.') ? undefined : 404))).filter(
      ({ verdict }) => verdict !== 'ok',
    );
    expect(told).toMatchObject([{ subject: 'app', verdict: 'stop' }]);
    expect(tableOf(told)).toContain('publish app.example.com as an alias or CNAME of d1.cloudfront.example');
  });
});
