import type { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { FUNCTION_MB, RECONCILER_MB, STAGE } from '../../bench/costs.ts';
import { targetKinds } from '../../integrations/targets/kinds.gen.ts';
import { metricUnits } from '../../lambdas/platform/metrics.ts';
import { functionNames } from '../../lib/build/functions.ts';
import { allStages } from '../../lib/local/settings.ts';
import { functionNamed, grantsOf, type Resource, resourcesOf, synthesized } from './synthesized.ts';

let traced: ReturnType<typeof synthesized>;
let operations: Template;
beforeAll(() => {
  traced = synthesized('prod', { tracing: true, firewall: { requestsPerFiveMinutes: 2000 } });
  operations = traced.templates.operations;
}, 120_000);

const dashboard = () => JSON.stringify(resourcesOf(operations, 'AWS::CloudWatch::Dashboard')[0]?.Properties);

describe('the dashboard', () => {
  it('shows every metric of the product, and failures of each kind', () => {
    for (const name of Object.keys(metricUnits)) expect(dashboard()).toContain(`Tellhook\\",\\"${name}\\"`);
    for (const { slug } of targetKinds) expect(dashboard()).toContain(`\\"failed\\",\\"kind\\",\\"${slug}\\"`);
  });
});

describe('the canary', () => {
  it('runs regularly, and raises an alarm when two of three runs fail or are missing', () => {
    operations.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(5 minutes)',
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [functionNamed(operations, 'canary').logicalId, 'Arn'] } })],
    });
    operations.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('canary-fails'),
      TreatMissingData: 'breaching',
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      Threshold: 0,
      DatapointsToAlarm: 2,
      EvaluationPeriods: 3,
    });
  });

  it('may replace the two files of the status page, read one of them, and nothing else of the site', () => {
    const { 's3:PutObject': put = '', 's3:GetObject': get = '', ...others } = grantsOf(operations, 'canary');
    expect(put.match(/\/status\/[a-z.]+/g)).toEqual(['/status/history.json', '/status/index.html']);
    expect(get.match(/\/status\/[a-z.]+/g)).toEqual(['/status/history.json']);
    expect(Object.keys(others).filter((action) => action.startsWith('s3:'))).toEqual([]);
    expect(put + get).not.toContain('*');
  });
});

describe('costs', () => {
  it('are monitored: the operator gets an email before the budget is spent', () =>
    operations.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: Match.objectLike({ BudgetLimit: { Amount: traced.settings.monthlyBudgetDollars, Unit: 'USD' } }),
      NotificationsWithSubscribers: Match.arrayWith([
        {
          Notification: Match.objectLike({ NotificationType: 'FORECASTED', Threshold: 100 }),
          Subscribers: [{ SubscriptionType: 'EMAIL', Address: traced.settings.mail.operator }],
        },
      ]),
    }));

  it('are tagged by stage', () => {
    const [{ Properties } = { Properties: {} }] = resourcesOf(operations, 'AWS::Budgets::Budget');
    expect(Properties.Budget.CostFilters).toEqual({ TagKeyValue: ['user:tellhook-stage$prod'] });
    // New subscribers replace the budget, and a second one with the same name would be rejected.
    expect(Properties.Budget).not.toHaveProperty('BudgetName');
    for (const template of Object.values(traced.templates))
      for (const { Properties: properties } of resourcesOf(template, 'AWS::Logs::LogGroup'))
        expect(properties.Tags).toEqual([{ Key: 'tellhook-stage', Value: 'prod' }]);
  });

  it('are estimated with the functions’ memory', () => {
    const { delivery } = traced.templates;
    for (const name of ['invoke', 'dispatcher', 'sweeper'] as const)
      expect(functionNamed(delivery, name).properties.MemorySize).toBe(FUNCTION_MB);
    expect(functionNamed(delivery, 'reconciler').properties.MemorySize).toBe(RECONCILER_MB);
  });

  it('are estimated with everything that costs money without calls', () => {
    const { data, delivery, web } = traced.templates;
    const all = (type: string) => [data, delivery, web, operations].flatMap((template) => resourcesOf(template, type));
    const metricsOf = ({ Properties }: Resource) =>
      Properties.Metrics?.filter((metric: { MetricStat?: object }) => metric.MetricStat).length ?? 1;
    expect(STAGE).toMatchObject({
      keys: all('AWS::KMS::Key').length,
      secrets: all('AWS::SecretsManager::Secret').length,
      alarmMetrics: all('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
      dashboards: all('AWS::CloudWatch::Dashboard').length,
      polledQueues: all('AWS::Lambda::EventSourceMapping').length,
    });
  });
});

describe('email', () => {
  it('raises an alarm before AWS would stop it', () => {
    const limits = resourcesOf(operations, 'AWS::CloudWatch::Alarm')
      .filter(({ Properties }) => Properties.Namespace === 'AWS/SES')
      .map(({ Properties }) => [Properties.MetricName, Properties.Threshold]);
    expect(limits).toEqual([
      ['Reputation.BounceRate', 0.04],
      ['Reputation.ComplaintRate', 0.0008],
    ]);
  });
});

describe('tracing', () => {
  it('covers every function when it is on, and needs no grant when it is off', () => {
    const { delivery, web } = traced.templates;
    for (const template of [delivery, web, operations])
      for (const { Properties } of resourcesOf(template, 'AWS::Lambda::Function'))
        if (functionNames.some((name) => Properties.FunctionName === `tellhook-prod-${name}`))
          expect(Properties.TracingConfig).toEqual({ Mode: 'Active' });
    expect(grantsOf(delivery, 'invoke')).toHaveProperty('xray:PutTraceSegments');
    // Without tracing, no function has a grant on all resources: delivery-stack.test.ts.
    for (const { tracing } of Object.values(allStages())) expect(tracing).toBe(false);
  });
});

describe('the firewall', () => {
  const firewall = () => Template.fromStack(traced.firewalls[0] as Stack);

  it('is in CloudFront’s region, limits floods from one address, and stores no request', () => {
    expect(traced.firewalls.map(({ region }) => region)).toEqual(['us-east-1']);
    const [acl] = resourcesOf(firewall(), 'AWS::WAFv2::WebACL');
    expect(acl?.Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(acl?.Properties.Rules[0]).toMatchObject({
      Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 2000 } },
    });
    expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true');
  });

  it('has no rule for an invoke host without a distribution', () =>
    expect(resourcesOf(firewall(), 'AWS::WAFv2::WebACL')).toHaveLength(1));

  it('lets templates and payloads through, although they resemble attacks', () => {
    const rules = resourcesOf(firewall(), 'AWS::WAFv2::WebACL')[0]?.Properties.Rules;
    const common = rules.find(({ Name }: { Name: string }) => Name === 'CommonRuleSet').Statement;
    const counted = common.ManagedRuleGroupStatement.RuleActionOverrides.map(({ Name }: { Name: string }) => Name);
    expect(counted).toEqual(expect.arrayContaining(['CrossSiteScripting_BODY', 'SizeRestrictions_BODY']));
  });
});
