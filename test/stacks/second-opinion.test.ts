import { describe, expect, it } from 'vitest';
import { allHeard, type Opinion } from '../../tools/second-opinion/opinion.ts';
import { pruned } from '../../tools/second-opinion/prune.ts';

describe('templates for moto', () => {
  const template = () => ({
    Resources: {
      Queue: { Type: 'AWS::SQS::Queue', DependsOn: ['Alarm', 'Role'], Properties: { Name: { Ref: 'Alarm' } } },
      Role: { Type: 'AWS::IAM::Role', DependsOn: 'Alarm' },
      Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: {} },
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: { BillingMode: 'PAY_PER_REQUEST', Replicas: [{ Region: 'eu-central-1', TableName: 't' }] },
      },
    },
    Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Alarm', 'Arn'] } }, Own: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  });
  const known = new Set(['AWS::SQS::Queue', 'AWS::IAM::Role', 'AWS::DynamoDB::Table']);

  it('lose what moto does not know, counted by type, and every reference to it, and nothing else', () => {
    const { template: left, left: counts } = pruned(template(), known);
    expect([...counts]).toEqual([['AWS::CloudWatch::Alarm', 1]]);
    expect(left).toEqual({
      Resources: {
        Queue: { Type: 'AWS::SQS::Queue', DependsOn: ['Role'], Properties: { Name: 'moto-alarm' } },
        Role: { Type: 'AWS::IAM::Role' },
        Table: { Type: 'AWS::DynamoDB::Table', Properties: { BillingMode: 'PAY_PER_REQUEST', TableName: 't' } },
      },
      Outputs: {
        Arn: { Value: 'arn:aws:moto:eu-central-1:123456789012:Alarm' },
        Own: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } },
      },
    });
  });
});

describe('the table of second opinions', () => {
  const of = (...verdicts: Opinion['verdict'][]) =>
    verdicts.map((verdict): Opinion => ({ of: 'somebody', about: 'something', verdict, detail: '' }));

  it('is good only when everybody was asked and nobody disagreed without a reason', () => {
    expect(allHeard(of('agrees', 'differs', 'cannot'))).toBe(true);
    for (const bad of [of(), of('agrees', 'missing'), of('agrees', 'FAILED')]) expect(allHeard(bad)).toBe(false);
  });
});
