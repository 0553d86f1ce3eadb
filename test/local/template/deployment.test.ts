import { describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '../../../lib/local/template/assembly.ts';
import { readDeployment } from '../../../lib/local/template/deployment.ts';
import { UnsupportedTemplate } from '../../../lib/local/template/problems.ts';

const role: Resource = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } };
const lambda = (more: Record<string, unknown> = {}): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    FunctionName: 'shop-worker',
    Code: { S3Bucket: 'assets', S3Key: 'abc.zip' },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    ...more,
  },
});
const policy = (statement: Record<string, unknown>): Resource => ({
  Type: 'AWS::IAM::Policy',
  Properties: { PolicyName: 'p', PolicyDocument: { Statement: [statement] }, Roles: [{ Ref: 'Role' }] },
});
const statement = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] } };

const base: Record<string, Resource> = {
  Role: role,
  Policy: policy(statement),
  Worker: lambda(),
  Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 60 } },
};

const read = (more: Record<string, Resource> = {}) => {
  const assembly: Assembly = {
    region: 'eu-central-1',
    assets: new Map([['abc', '/bundles/worker']]),
    stacks: [{ name: 'shop', template: { Resources: { ...base, ...more } } }],
  };
  return readDeployment(assembly);
};

describe('reading a template', () => {
  it('reads a function with its bundle, limits and role grants', () => {
    const [worker] = read({ Worker: lambda({ MemorySize: 512, Timeout: 9 }) }).functions;
    expect(worker?.spec).toMatchObject({ folder: '/bundles/worker', memoryMb: 512, timeoutSeconds: 9 });
    expect(worker?.grants).toEqual([
      { effect: 'Allow', action: 'sqs:SendMessage', resources: ['arn:aws:sqs:eu-central-1:000000000000:shop-Queue'] },
    ]);
  });

  it('names functions by the distinct part of their names', () => {
    const { functions } = read({ Other: lambda({ FunctionName: 'shop-dead-letters' }) });
    expect(functions.map(({ spec }) => spec.name)).toEqual(['worker', 'dead-letters']);
  });

  it('skips monitoring and protection resources', () => {
    const alarm = { Type: 'AWS::CloudWatch::Alarm', Properties: { Whatever: 1 } };
    expect(() => read({ Alarm: alarm })).not.toThrow();
  });

  it('skips tags, which any resource can have', () => {
    const tagged = lambda({ Tags: [{ Key: 'stage', Value: 'prod' }] });
    expect(read({ Worker: tagged }).functions).toHaveLength(1);
  });

  it('rejects a key whose policy does not let the table’s callers use it', () => {
    const key = (via: object): Resource => ({
      Type: 'AWS::KMS::Key',
      Properties: { KeyPolicy: { Statement: [{ Effect: 'Allow', Action: ['kms:Decrypt'], ...via }] } },
    });
    const table: Resource = {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        Replicas: [{ Region: 'eu-central-1', SSESpecification: { KMSMasterKeyId: { 'Fn::GetAtt': ['Key', 'Arn'] } } }],
      },
    };
    const through = { Condition: { StringEquals: { 'kms:ViaService': 'dynamodb.eu-central-1.amazonaws.com' } } };
    expect(read({ Key: key(through), Table: table }).tables).toHaveLength(1);
    expect(() => read({ Key: key({}), Table: table })).toThrow(UnsupportedTemplate);
  });

  it.each<[string, Record<string, Resource>, RegExp]>([
    ['a type it does not know', { Bus: { Type: 'AWS::Kinesis::Stream' } }, /shop: Bus \(AWS::Kinesis::Stream\)/],
    [
      'a property that it would ignore',
      { Queue: { Type: 'AWS::SQS::Queue', Properties: { RedriveAllowPolicy: {} } } },
      /Queue \(AWS::SQS::Queue\)[\s\S]*RedriveAllowPolicy/,
    ],
    ['another runtime', { Worker: lambda({ Runtime: 'python3.13' }) }, /python3.13/],
    ['a function in a private network', { Worker: lambda({ VpcConfig: {} }) }, /VpcConfig/],
    [
      'a policy with a condition',
      { Policy: policy({ ...statement, Condition: { Bool: { 'aws:SecureTransport': 'true' } } }) },
      /Condition/,
    ],
    [
      'a managed policy that grants something',
      { Role: { ...role, Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] } } },
      /AdministratorAccess/,
    ],
    [
      'a cron schedule',
      {
        Rule: {
          Type: 'AWS::Events::Rule',
          Properties: {
            ScheduleExpression: 'cron(0 3 * * ? *)',
            Targets: [{ Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] }, Id: 't' }],
          },
        },
        Permission: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            Action: 'lambda:InvokeFunction',
            FunctionName: { 'Fn::GetAtt': ['Worker', 'Arn'] },
            Principal: 'events.amazonaws.com',
          },
        },
      },
      /cron/,
    ],
    [
      'a schedule whose failed runs would be repeated',
      {
        Rule: {
          Type: 'AWS::Events::Rule',
          Properties: {
            ScheduleExpression: 'rate(1 minute)',
            Targets: [{ Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] }, Id: 't' }],
          },
        },
        Permission: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            Action: 'lambda:InvokeFunction',
            FunctionName: { 'Fn::GetAtt': ['Worker', 'Arn'] },
            Principal: 'events.amazonaws.com',
          },
        },
      },
      /would be repeated/,
    ],
    [
      'a schedule that may not invoke its function',
      {
        Rule: {
          Type: 'AWS::Events::Rule',
          Properties: {
            ScheduleExpression: 'rate(1 minute)',
            Targets: [{ Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] }, Id: 't' }],
          },
        },
      },
      /no permission lets events invoke/,
    ],
    [
      'a schedule that may invoke its function for another rule only',
      {
        Rule: {
          Type: 'AWS::Events::Rule',
          Properties: {
            ScheduleExpression: 'rate(1 minute)',
            Targets: [{ Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] }, Id: 't' }],
          },
        },
        Permission: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            Action: 'lambda:InvokeFunction',
            FunctionName: { 'Fn::GetAtt': ['Worker', 'Arn'] },
            Principal: 'events.amazonaws.com',
            SourceArn: 'arn:aws:events:eu-central-1:000000000000:rule/other',
          },
        },
      },
      /no permission lets events invoke/,
    ],
    [
      'an event source that is not a queue',
      {
        Source: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { EventSourceArn: 'arn:aws:kinesis:x', FunctionName: { Ref: 'Worker' } },
        },
      },
      /only queues/,
    ],
  ])('stops at %s, naming it', (_, resources, message) => {
    expect(() => read(resources)).toThrow(message);
  });
});
