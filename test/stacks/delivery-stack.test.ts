import { readFileSync } from 'node:fs';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { sweeperSlicesMs } from '../../lambdas/dispatches/recovery/sweeper-slices.ts';
import { plans, plansSchema } from '../../lambdas/model/plans.ts';
import { functionNames } from '../../lib/build/functions.ts';
import { functionNamed, grantsOf, resourcesOf, synthesized } from './synthesized.ts';

let prod: ReturnType<typeof synthesized>;
let base: Template;
let delivery: Template;
let web: Template;
let operations: Template;
beforeAll(() => {
  prod = synthesized('prod');
  ({ base, delivery, web, operations } = prod.templates);
}, 60_000);

const templateOf = (name: (typeof functionNames)[number]) =>
  name === 'canary' ? operations : ['api', 'accounts', 'callbacks'].includes(name) ? web : delivery;
/** The resource that invokes a function: its alias if it is released gradually. */
const entranceOf = (name: 'invoke' | 'dispatcher' | 'dead-letters') => {
  const { logicalId } = functionNamed(delivery, name);
  const alias = Object.entries(delivery.findResources('AWS::Lambda::Alias')).find(
    ([, { Properties }]) => Properties.FunctionName.Ref === logicalId,
  );
  return alias?.[0] ?? logicalId;
};
const mappingOf = (name: 'dispatcher' | 'dead-letters') =>
  resourcesOf(delivery, 'AWS::Lambda::EventSourceMapping').find(({ Properties }) =>
    JSON.stringify(Properties.FunctionName).includes(`"${entranceOf(name)}"`),
  )?.Properties;
const queues = () => {
  const all = base.findResources('AWS::SQS::Queue');
  const lanes = Object.values(all).find(
    ({ Properties }) => Properties.FifoQueue && Properties.RedrivePolicy,
  )?.Properties;
  const deadLetters = all[lanes?.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]]?.Properties;
  return { lanes, deadLetters };
};

describe('the dispatch lanes', () => {
  it('keep each target’s order and share no limit between targets', () => {
    for (const queue of Object.values(queues()))
      expect(queue).toMatchObject({
        FifoQueue: true,
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
      });
  });

  it('do not count a lane’s wait as a failure, and keep dead letters for 14 days', () => {
    expect(queues().lanes.RedrivePolicy.maxReceiveCount).toBe(100);
    expect(queues().deadLetters.MessageRetentionPeriod).toBe(14 * 24 * 3600);
  });

  it('hide a message for six times its function’s timeout', () => {
    const timeout = (name: 'dispatcher' | 'dead-letters') => functionNamed(delivery, name).properties.Timeout;
    expect(queues().lanes.VisibilityTimeout).toBe(6 * timeout('dispatcher'));
    expect(queues().deadLetters.VisibilityTimeout).toBe(6 * timeout('dead-letters'));
  });

  it('reject unencrypted connections', () => {
    const policies = resourcesOf(base, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(4);
    for (const { Properties } of policies)
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
  });

  it.each(['dispatcher', 'dead-letters'] as const)(
    'start %s with up to ten messages and partial batch responses',
    (name) =>
      expect(mappingOf(name)).toMatchObject({ BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] }),
  );

  it('leave concurrency for accepting calls during any number of deliveries', () =>
    expect(mappingOf('dispatcher')).toMatchObject({
      ScalingConfig: { MaximumConcurrency: prod.settings.maxDispatchers },
    }));

  it('reserve a share of the account’s concurrency for accepting calls', () => {
    const reserving = resourcesOf(delivery, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.ReservedConcurrentExecutions,
    );
    expect(
      reserving.map(({ Properties }) => [Properties.FunctionName, Properties.ReservedConcurrentExecutions]),
    ).toEqual([['tellhook-prod-invoke', 200]]);
  });

  it('reserve enough concurrency for the gateway’s rate, at 30 ms a call', () => {
    const { gateway, reservedForInvoke = 0 } = prod.settings;
    expect(gateway.invoke.requestsPerSecond * 0.03).toBeLessThanOrEqual(reservedForInvoke);
  });
});

describe('a new version of invoke or dispatcher', () => {
  it.each(['invoke', 'dispatcher'] as const)(
    'of %s rolls back automatically when a tenth of the calls fail',
    (name) => {
      const { logicalId } = functionNamed(delivery, name);
      const alias = delivery.findResources('AWS::Lambda::Alias')[entranceOf(name)];
      expect(alias?.Properties).toMatchObject({ Name: 'live', FunctionName: { Ref: logicalId } });
      const { DeploymentGroupName } = alias?.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName
        ? { DeploymentGroupName: alias.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref }
        : { DeploymentGroupName: '' };
      const group = delivery.findResources('AWS::CodeDeploy::DeploymentGroup')[DeploymentGroupName]?.Properties;
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
      });
      const [{ Name }] = group.AlarmConfiguration.Alarms;
      expect(delivery.findResources('AWS::CloudWatch::Alarm')[Name.Ref]?.Properties).toMatchObject({
        MetricName: 'Errors',
        Period: 60,
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: logicalId } }],
      });
    },
  );

  it('keeps earlier versions, so a rollback is one command', () => {
    const versions = resourcesOf(delivery, 'AWS::Lambda::Version') as unknown as { UpdateReplacePolicy: string }[];
    expect(versions.map(({ UpdateReplacePolicy }) => UpdateReplacePolicy)).toEqual(['Retain', 'Retain']);
  });

  it('receives every call through its alias', () => {
    const routed = JSON.stringify(delivery.findResources('AWS::ApiGatewayV2::Integration'));
    expect(routed).toContain(entranceOf('invoke'));
    expect(routed).not.toContain(`"${functionNamed(delivery, 'invoke').logicalId}"`);
  });
});

describe('the dispatcher', () => {
  it('is the only function that can send to the queue that starts it, because a long waiting list takes many steps', () => {
    const loops = resourcesOf(delivery, 'AWS::Lambda::Function').filter(({ Properties }) => Properties.RecursiveLoop);
    expect(loops.map(({ Properties }) => [Properties.FunctionName, Properties.RecursiveLoop])).toEqual([
      ['tellhook-prod-dispatcher', 'Allow'],
    ]);
  });

  it('raises an alarm for a long backlog before the queue stops seeing all groups', () =>
    delivery.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 60_000,
      Dimensions: [
        { Name: 'QueueName', Value: { 'Fn::ImportValue': Match.stringLikeRegexp('LanesQueue.*QueueName') } },
      ],
    }));
});

describe('an email event', () => {
  const queueNamed = (name: string) =>
    resourcesOf(base, 'AWS::SQS::Queue').find(({ Properties }) => Properties.QueueName === name)?.Properties;

  it('waits in its own queue, so a failing function loses none', () => {
    const protocols = [base, delivery, web].flatMap((template) =>
      resourcesOf(template, 'AWS::SNS::Subscription').map(({ Properties }) => Properties.Protocol),
    );
    expect(protocols.sort()).toEqual(['email', 'sqs']);
    web.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionName: { Ref: functionNamed(web, 'callbacks').logicalId },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('is retried for an hour, then kept for 14 days, with an alarm for the operator', () => {
    const { VisibilityTimeout, RedrivePolicy } = queueNamed('tellhook-prod-mail-events');
    expect(VisibilityTimeout).toBe(6 * functionNamed(web, 'callbacks').properties.Timeout);
    expect(VisibilityTimeout * RedrivePolicy.maxReceiveCount).toBeGreaterThanOrEqual(3600);
    expect(queueNamed('tellhook-prod-dead-mail-events').MessageRetentionPeriod).toBe(14 * 24 * 3600);
    delivery.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [
        { Name: 'QueueName', Value: { 'Fn::ImportValue': Match.stringLikeRegexp('DeadEvents.*QueueName') } },
      ],
    });
  });
});

describe('the sweeper', () => {
  it('runs every minute', () =>
    delivery.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [functionNamed(delivery, 'sweeper').logicalId, 'Arn'] } })],
    }));
});

describe('a scheduled function', () => {
  it('ends before its timeout, because the shares of a sweep’s tasks fit into it', () => {
    const shares = Object.values(sweeperSlicesMs).reduce((sum, each) => sum + each, 0);
    expect(shares / 1000).toBeLessThanOrEqual(functionNamed(delivery, 'sweeper').properties.Timeout - 5);
  });

  it.each(['sweeper', 'reconciler', 'canary'] as const)(
    '%s is not retried after a failure, because the next run does the same work',
    (name) => {
      const template = templateOf(name);
      const { logicalId } = functionNamed(template, name);
      // Lambda would retry a failed run twice, in parallel with later runs. EventBridge only hands over the event.
      template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: { Ref: logicalId },
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
      });
      template.hasResourceProperties('AWS::Events::Rule', {
        Targets: [
          Match.objectLike({
            Arn: { 'Fn::GetAtt': [logicalId, 'Arn'] },
            RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
          }),
        ],
      });
    },
  );
});

describe('the invoke host', () => {
  it('sends every method and path to invoke, with a throttle', () => {
    const keys = resourcesOf(delivery, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    expect(keys.sort()).toEqual(['$default', 'ANY /{route}']);
    base.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: {
        ThrottlingRateLimit: prod.settings.gateway.invoke.requestsPerSecond,
        ThrottlingBurstLimit: prod.settings.gateway.invoke.burst,
      },
    });
  });

  it('never logs a path, because the path is the secret', () => {
    const stages = resourcesOf(base, 'AWS::ApiGatewayV2::Stage');
    expect(stages).toHaveLength(1);
    for (const { Properties } of stages)
      expect(Properties.AccessLogSettings.Format).not.toMatch(/context\.(path|requestPath)/);
  });

  it('is mapped to its own domain name', () =>
    expect(Object.keys(base.findResources('AWS::ApiGatewayV2::ApiMapping'))).toEqual([
      expect.stringMatching(/^InvokeHostMapping[0-9A-F]{8}$/),
    ]));

  it('has no distribution in front, and no grant for one, unless a setting says so', () => {
    expect(resourcesOf(base, 'AWS::CloudFront::Distribution')).toEqual([]);
    expect(grantsOf(delivery, 'invoke')['secretsmanager:GetSecretValue'] ?? '').not.toContain('EdgeSecret');
  });

  it('responds only under its own name', () =>
    base.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true }));
});

describe('every function', () => {
  it.each(functionNames)('%s runs on Node 24 and arm64, and logs JSON with the retention of the settings', (name) => {
    const { properties } = functionNamed(templateOf(name), name);
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
    });
    const group = templateOf(name).findResources('AWS::Logs::LogGroup')[properties.LoggingConfig.LogGroup.Ref];
    expect(group?.Properties.RetentionInDays).toBe(prod.settings.logRetentionDays);
  });

  it.each(functionNames)('%s is granted single actions on named resources', (name) => {
    const grants = grantsOf(templateOf(name), name);
    expect(Object.keys(grants).filter((action) => action.includes('*'))).toEqual([]);
    expect(Object.values(grants).filter((resources) => resources.includes('"*"'))).toEqual([]);
  });

  it.each(functionNames)('%s has no secret in its environment', (name) => {
    const variables = functionNamed(templateOf(name), name).properties.Environment.Variables;
    expect(JSON.stringify(variables)).not.toContain('resolve:secretsmanager');
  });

  it.each(functionNames)('%s has an environment that Lambda accepts', (name) => {
    // Lambda allows 4 KB. Values that CloudFormation fills in (names, ARNs) exceed their references by less than 100
    // bytes.
    const variables = functionNamed(templateOf(name), name).properties.Environment.Variables;
    expect(JSON.stringify(variables).length + 100 * Object.keys(variables).length).toBeLessThan(4096);
  });

  it('that needs plan limits gets those of the settings', () => {
    const { PLANS } = functionNamed(delivery, 'invoke').properties.Environment.Variables;
    expect(plansSchema.parse(JSON.parse(PLANS))).toEqual({ ...prod.settings.plans, trial: plans.trial });
  });
});

describe('forbidden access', () => {
  const actionsOf = (name: (typeof functionNames)[number]) => Object.keys(grantsOf(templateOf(name), name));
  const secretsOf = (name: (typeof functionNames)[number]) =>
    grantsOf(templateOf(name), name)['secretsmanager:GetSecretValue'] ?? '';

  it('invoke has no access to email or to any secret except the key of verification secrets', () => {
    expect(actionsOf('invoke').filter((action) => action.startsWith('ses:'))).toEqual([]);
    expect(secretsOf('invoke')).toContain('SealingSecret');
    expect(secretsOf('invoke')).not.toMatch(/ProvidersSecret|SigningSecret|ChallengeSecret/);
  });

  it('only accounts has access to the session signing key', () =>
    expect(functionNames.filter((name) => secretsOf(name).includes('SigningSecret'))).toEqual(['accounts']));

  it('invoke and dead letters have no access to provider credentials', () =>
    expect(functionNames.filter((name) => secretsOf(name).includes('ProvidersSecret'))).toEqual([
      'dispatcher',
      'sweeper',
      'api',
      'accounts',
      'callbacks',
    ]));

  it('only functions that accept or return a call can send to the lanes', () =>
    expect(
      functionNames.filter((name) =>
        (grantsOf(templateOf(name), name)['sqs:SendMessage'] ?? '').includes('LanesQueue'),
      ),
    ).toEqual(['invoke', 'dispatcher', 'sweeper', 'api']));
});

describe('an alarm', () => {
  const alarms = () => [
    ...resourcesOf(delivery, 'AWS::CloudWatch::Alarm'),
    ...resourcesOf(web, 'AWS::CloudWatch::Alarm'),
    ...resourcesOf(operations, 'AWS::CloudWatch::Alarm'),
  ];

  it('fires for dead letters and for lanes that fall behind', () => {
    const metrics = alarms().map(({ Properties }) => Properties.MetricName);
    expect(metrics).toContain('ApproximateNumberOfMessagesVisible');
    expect(metrics).toContain('NumberOfMessagesReceived');
    expect(metrics).toContain('ApproximateAgeOfOldestMessage');
  });

  it('emails the operator', () => {
    base.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: prod.settings.mail.operator,
    });
    for (const { Properties } of alarms()) expect(Properties.AlarmActions).toHaveLength(1);
  });

  it('can publish to the topic, which accepts alarms of this account', () => {
    const [topic] = new Set(alarms().map(({ Properties }) => JSON.stringify(Properties.AlarmActions)));
    expect(alarms().length).toBeGreaterThan(10);
    const policies = resourcesOf(base, 'AWS::SNS::TopicPolicy').filter(({ Properties }) =>
      topic?.includes(Properties.Topics[0].Ref),
    );
    expect(policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
  });

  it('names the affected users and an existing section of the runbook', () => {
    const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
    const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    for (const { Properties } of alarms()) {
      const [, impact, anchor] =
        /^Impact: (.+)\. Next step: docs\/runbook\.md#(.+)$/.exec(Properties.AlarmDescription) ?? [];
      expect(impact).toBeTruthy();
      expect(anchors).toContain(anchor);
    }
  });
});

describe('email', () => {
  it('is sent from the sender’s domain, with a configuration set', () => {
    base.hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: 'tellhook.example',
      MailFromAttributes: { MailFromDomain: 'bounce.tellhook.example' },
      FeedbackAttributes: { EmailForwardingEnabled: false },
    });
    base.hasResourceProperties('AWS::SES::ConfigurationSet', { Name: 'tellhook-prod' });
    const { MAIL } = functionNamed(delivery, 'dispatcher').properties.Environment.Variables;
    expect(JSON.stringify(MAIL)).toContain('hello@tellhook.example');
  });

  it('that bounced or caused a complaint goes to the queue of callbacks', () => {
    base.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: Match.objectLike({ MatchingEventTypes: ['bounce', 'complaint', 'reject', 'delivery'] }),
    });
    base.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'sqs',
      Endpoint: { 'Fn::GetAtt': [Match.stringLikeRegexp('EventsQueue'), 'Arn'] },
      RawMessageDelivery: true,
    });
  });
});
