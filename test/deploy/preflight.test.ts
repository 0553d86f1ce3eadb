import { describe, expect, it } from 'vitest';
import { tableOf } from '../../lib/deploy/findings.ts';
import { bootstrapsIn, preflight } from '../../lib/deploy/preflight.ts';
import { loadSettings, type Settings } from '../../lib/settings.ts';
import { recordedAws, stack } from './recorded-aws.ts';

const ACCOUNT = '222222222222';
const arn = (region: string) => `arn:aws:acm:${region}:${ACCOUNT}:certificate/1`;
const operator = 'you@example.com';
const plain: Settings = { ...loadSettings('dev'), mail: { from: operator, operator } };
const named: Settings = {
  ...loadSettings('prod'),
  mail: { from: 'hello@mail.example.com', operator },
  appUrl: 'https://app.example.com',
  invokeUrl: 'https://in.example.com',
  certificates: { app: arn('us-east-1'), invoke: arn('eu-central-1') },
};
const zoned: Settings = { ...named, certificates: undefined, hostedZone: 'example.com' };

const issued = (DomainName: string, Status = 'ISSUED', SubjectAlternativeNames: string[] = []) => ({
  Certificate: { DomainName, Status, SubjectAlternativeNames },
});
/** An account in which a deployment succeeds. */
const ready = {
  'sts get-caller-identity': { Account: ACCOUNT },
  'cloudformation describe-stacks': 'ValidationError',
  'cloudformation describe-stacks CDKToolkit': stack('CREATE_COMPLETE', { BootstrapVersion: '29' }),
  [`acm describe-certificate ${arn('us-east-1')}`]: issued('*.example.com'),
  [`acm describe-certificate ${arn('eu-central-1')}`]: issued('example.com', 'ISSUED', ['in.example.com']),
  'route53 list-hosted-zones-by-name': { HostedZones: [{ Name: 'example.com.', Config: { PrivateZone: false } }] },
  'sesv2 get-email-identity': 'NotFoundException',
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'cloudfront list-distributions': { DistributionList: { Items: [{}] } },
  'sesv2 get-account': { ProductionAccessEnabled: true },
};
const look = (settings: Settings, changes: object = {}) =>
  preflight(recordedAws({ ...ready, ...changes }).ask, settings);

describe('an account that is ready', () => {
  it.each([
    [
      'without names',
      plain,
      ['credentials', 'bootstrap eu-central-1', 'mail identity', 'Lambda quota', 'CloudFront', 'SES sandbox'],
    ],
    [
      'with certificates',
      named,
      [
        'credentials',
        'bootstrap eu-central-1',
        'certificate app',
        'certificate invoke',
        'mail identity',
        'Lambda quota',
        'CloudFront',
        'SES sandbox',
      ],
    ],
    [
      'with a hosted zone',
      zoned,
      [
        'credentials',
        'bootstrap eu-central-1',
        'bootstrap us-east-1',
        'hosted zone',
        'mail identity',
        'Lambda quota',
        'CloudFront',
        'SES sandbox',
      ],
    ],
  ])('passes, %s', async (_, settings, subjects) => {
    const findings = await look(settings);
    expect(findings.map(({ subject }) => subject)).toEqual(subjects);
    expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
  });

  it('is checked in each region that gets a stack', async () => {
    const { ask, asked } = recordedAws(ready);
    await preflight(ask, named);
    expect(asked).toContain(`acm describe-certificate ${arn('us-east-1')} us-east-1`);
    expect(asked).toContain('lambda get-account-settings  eu-central-1');
  });
});

describe('a problem that would stop a deployment is reported beforehand with its fix', () => {
  const first = `acm describe-certificate ${arn('us-east-1')}`;
  it.each<[string, Settings, object, string, RegExp]>([
    [
      'no bootstrap',
      plain,
      { 'cloudformation describe-stacks CDKToolkit': 'ValidationError' },
      'bootstrap eu-central-1',
      /npx cdk bootstrap aws:\/\/222222222222\/eu-central-1$/,
    ],
    [
      'an old bootstrap',
      plain,
      { 'cloudformation describe-stacks CDKToolkit': stack('CREATE_COMPLETE', { BootstrapVersion: '5' }) },
      'bootstrap eu-central-1',
      /version 5 .*npx cdk bootstrap/,
    ],
    [
      'a certificate that waits',
      named,
      { [first]: issued('app.example.com', 'PENDING_VALIDATION') },
      'certificate app',
      /PENDING_VALIDATION.*DomainValidationOptions/,
    ],
    [
      'a certificate of other names',
      named,
      { [first]: issued('*.other.example.com') },
      'certificate app',
      /not app\.example\.com.*request-certificate --region us-east-1 .*--domain-name app\.example\.com/,
    ],
    [
      'a certificate that is gone',
      named,
      { [first]: 'ResourceNotFoundException' },
      'certificate app',
      /arn:.* does not exist.*request-certificate/,
    ],
    [
      'a certificate of another account',
      named,
      { 'sts get-caller-identity': { Account: '333333333333' } },
      'certificate app',
      /account 222222222222, but you deploy to 333333333333/,
    ],
    [
      'a zone elsewhere',
      zoned,
      { 'route53 list-hosted-zones-by-name': { HostedZones: [{ Name: 'example.net.' }] } },
      'hosted zone',
      /create-hosted-zone --name example\.com/,
    ],
    [
      'an identity that was there',
      named,
      { 'sesv2 get-email-identity mail.example.com': { VerifiedForSendingStatus: true } },
      'mail identity',
      /delete-identity --region eu-central-1 --identity mail\.example\.com/,
    ],
    [
      'a small quota',
      named,
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
      'Lambda quota',
      /--desired-value 1000 .*"concurrencyQuota": 10, "maxDispatchers": 4, "reservedForInvoke": null/,
    ],
    [
      'a quota that is half of the settings',
      named,
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 500 } } },
      'Lambda quota',
      /"concurrencyQuota": 500, "maxDispatchers": 200, "reservedForInvoke": 125$/,
    ],
  ])('%s', async (_, settings, changes, subject, text) => {
    const findings = await look(settings, changes);
    const stops = findings.filter(({ verdict }) => verdict === 'stop');
    expect(stops.map((it) => it.subject)).toContain(subject);
    expect(tableOf(stops.filter((it) => it.subject === subject))).toMatch(text);
  });

  it.each([
    ['NoCommand', /install it/],
    ['ExpiredToken', /aws configure/],
  ])('missing credentials (%s), after which no other check runs', async (code, text) => {
    const { ask, asked } = recordedAws({ 'sts get-caller-identity': code });
    const findings = await preflight(ask, named);
    expect(tableOf(findings)).toMatch(text);
    expect(findings).toMatchObject([{ subject: 'credentials', verdict: 'stop' }]);
    expect(asked).toEqual(['sts get-caller-identity ']);
  });
});

describe('a warning that does not stop a deployment', () => {
  it.each<[string, object, string, RegExp]>([
    [
      'the sandbox',
      { 'sesv2 get-account': { ProductionAccessEnabled: false } },
      'later',
      /verify-email-identity .* you@example\.com.*production access/,
    ],
    [
      'an account without a distribution',
      { 'cloudfront list-distributions': {} },
      'later',
      /Your account must be verified/,
    ],
    [
      'a question that is not allowed',
      { 'lambda get-account-settings': 'AccessDeniedException' },
      'unknown',
      /AccessDeniedException/,
    ],
    ['an answer in another form', { 'sesv2 get-account': { ProductionAccess: 1 } }, 'unknown', /unexpected format/],
  ])('%s is reported and stops nothing', async (_, changes, verdict, text) => {
    const findings = await look(plain, changes);
    const told = findings.filter((it) => it.verdict !== 'ok');
    expect(told).toMatchObject([{ verdict }]);
    expect(tableOf(told)).toMatch(text);
  });

  it('an email identity that this stage owns', async () => {
    const findings = await look(named, {
      'cloudformation describe-stacks tellhook-prod-base': stack('UPDATE_COMPLETE'),
      'sesv2 get-email-identity mail.example.com': { VerifiedForSendingStatus: true },
    });
    expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
  });

  it('a missing bootstrap, which the deployment creates', async () => {
    const findings = await look(zoned, { 'cloudformation describe-stacks CDKToolkit': 'ValidationError' });
    expect(bootstrapsIn(findings)).toEqual([
      'npx cdk bootstrap aws://222222222222/eu-central-1',
      'npx cdk bootstrap aws://222222222222/us-east-1',
    ]);
  });
});
