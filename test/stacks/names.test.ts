import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionNames } from '../../lib/build/functions.ts';
import { loadSettings, type Settings } from '../../lib/settings.ts';
import { functionNamed, resourcesOf, synthesized } from './synthesized.ts';

const operator = 'you@example.com';
const namedAs = (change: Partial<Settings>) => synthesized('dev', { mail: { from: operator, operator }, ...change });
const everyVariable = ({ templates }: ReturnType<typeof synthesized>, variable: string) =>
  functionNames.flatMap((name) => {
    const template = [templates.delivery, templates.web, templates.operations].find((it) =>
      JSON.stringify(it.toJSON()).includes(`"tellhook-dev-${name}"`),
    );
    const value = template && functionNamed(template, name).properties.Environment.Variables[variable];
    return value === undefined ? [] : [JSON.stringify(value)];
  });
/** The stacks' names in deployment order. */
const orderOf = ({ app }: ReturnType<typeof synthesized>) =>
  app.synth().stacks.map(({ stackName }) => stackName.replace('tellhook-dev-', ''));

describe('a stage without a domain name', () => {
  let stage: ReturnType<typeof synthesized>;
  beforeAll(() => {
    stage = namedAs({});
  }, 60_000);

  it('needs only an email address', () => {
    const settings = loadSettings('dev', { stages: { dev: { ...stage.settings, mail: { operator } } } });
    expect(settings).toMatchObject({ mail: { from: operator, operator } });
    expect(settings).not.toHaveProperty('appUrl');
  });

  it('gives its functions the addresses that AWS generates', () => {
    const apps = everyVariable(stage, 'APP_URL');
    expect(apps).toHaveLength(5);
    for (const value of apps) expect(value).toMatch(/https:\/\/.*SiteDistribution\w+DomainName|Distribution/);
    const invokes = everyVariable(stage, 'INVOKE_URL');
    expect(invokes).toHaveLength(3);
    for (const value of invokes) expect(value).toMatch(/InvokeHostApi/);
  });

  it('deploys an address before the functions that use it', () =>
    expect(orderOf(stage).slice(-3)).toEqual(['web', 'delivery', 'operations']));

  it('writes the address into pages and configuration during the deployment', () => {
    const markers = resourcesOf(stage.templates.web, 'Custom::CDKBucketDeployment').flatMap(
      ({ Properties }) => Properties.SourceMarkers ?? [],
    );
    expect(JSON.stringify(markers)).toMatch(/public-origin\.invalid":\{"Fn::Join".*SiteDistribution/);
  });

  it('has no certificate, record or alias, and sends email from the one address', () => {
    const all = JSON.stringify(stage.stacks.map((stack) => Template.fromStack(stack).toJSON()));
    expect(all).not.toMatch(/AWS::CertificateManager|AWS::Route53|"Aliases"|AWS::ApiGatewayV2::DomainName/);
    const [identity] = resourcesOf(stage.templates.base, 'AWS::SES::EmailIdentity');
    expect(identity?.Properties).toMatchObject({ EmailIdentity: operator });
    expect(identity?.Properties).not.toHaveProperty('MailFromAttributes');
  });
});

describe('a stage with names in a hosted zone', () => {
  let stage: ReturnType<typeof synthesized>;
  const { CDK_DEFAULT_ACCOUNT } = process.env;
  beforeAll(() => {
    process.env.CDK_DEFAULT_ACCOUNT = '222222222222';
    const settings = loadSettings('dev', {
      stages: { dev: { ...loadSettings('dev'), mail: { operator }, hostedZone: 'example.com' } },
    });
    stage = namedAs(settings);
  }, 60_000);
  afterAll(() => {
    if (CDK_DEFAULT_ACCOUNT === undefined) delete process.env.CDK_DEFAULT_ACCOUNT;
    else process.env.CDK_DEFAULT_ACCOUNT = CDK_DEFAULT_ACCOUNT;
  });
  const recordsOf = () =>
    [stage.templates.base, stage.templates.web].flatMap((template) =>
      resourcesOf(template, 'AWS::Route53::RecordSet').map(({ Properties }) => Properties),
    );

  it('derives the names from the zone', () =>
    expect(stage.settings).toMatchObject({
      appUrl: 'https://app.example.com',
      invokeUrl: 'https://in.example.com',
      mail: { from: 'hello@mail.example.com', operator },
    }));

  it('creates each certificate in the region that needs it', () => {
    const [certificates] = stage.certificates ? [Template.fromStack(stage.certificates)] : [];
    certificates?.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'app.example.com',
      ValidationMethod: 'DNS',
    });
    expect(stage.certificates?.region).toBe('us-east-1');
    stage.templates.base.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'in.example.com',
    });
  });

  it('publishes both addresses and all records for email', () => {
    const named = recordsOf().map(({ Type, Name }) => `${Type} ${typeof Name === 'string' ? Name : 'token'}`);
    expect(named.sort()).toEqual([
      'A app.example.com.',
      'A in.example.com.',
      'AAAA app.example.com.',
      'AAAA in.example.com.',
      'CNAME token',
      'CNAME token',
      'CNAME token',
      'MX bounce.mail.example.com.',
      'TXT _dmarc.mail.example.com.',
      'TXT bounce.mail.example.com.',
    ]);
    const text = JSON.stringify(recordsOf());
    expect(text).toContain('10 feedback-smtp.eu-central-1.amazonses.com');
    expect(text).toContain('v=spf1 include:amazonses.com ~all');
  });

  it('updates deliveries before the pages', () =>
    expect(orderOf(stage).slice(-3)).toEqual(['delivery', 'web', 'operations']));
});

describe('names in the settings', () => {
  const load = (change: object) =>
    loadSettings('dev', { stages: { dev: { ...loadSettings('dev'), mail: { operator }, ...change } } });

  it.each([
    ['a name outside the zone', { hostedZone: 'example.com', appUrl: 'https://app.example.net' }, /contain the names/],
    [
      'a name without a certificate',
      { appUrl: 'https://a.example.com', invokeUrl: 'https://b.example.com' },
      /certificates/,
    ],
    ['no zone', { hostedZone: 'example com' }, /hostedZone/],
  ])('are rejected for %s', (_, change, message) => expect(() => load(change)).toThrow(message));

  it('can be chosen within the zone', () =>
    expect(load({ hostedZone: 'example.com', appUrl: 'https://example.com' })).toMatchObject({
      appUrl: 'https://example.com',
      invokeUrl: 'https://in.example.com',
    }));
});
