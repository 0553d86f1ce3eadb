import { describe, expect, it } from 'vitest';
import { allHeard, type Opinion } from '../../tools/second-opinion/opinion.ts';
import { pruned } from '../../tools/second-opinion/prune.ts';

describe('templates for ministack', () => {
  const template = () => ({
    Resources: {
      Queue: { Type: 'AWS::SQS::Queue', DependsOn: ['Maths', 'Role'], Properties: { Name: { Ref: 'Maths' } } },
      Role: { Type: 'AWS::IAM::Role', DependsOn: 'Budget' },
      Budget: { Type: 'AWS::Budgets::Budget' },
      Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'm' } },
      Maths: { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [] } },
      Files: { Type: 'Custom::CDKBucketDeployment' },
      Own: { Type: 'Custom::Own' },
    },
    Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Maths', 'Arn'] } }, Own: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  });
  const known = new Set(['AWS::SQS::Queue', 'AWS::IAM::Role', 'AWS::CloudWatch::Alarm']);

  it('drop only resources that ministack cannot create and references to them, counted by type', () => {
    const { template: left, left: counts } = pruned(template(), known);
    expect([...counts].join(' ')).toBe(
      'AWS::Budgets::Budget,1 AWS::CloudWatch::Alarm with Metrics,1 Custom::CDKBucketDeployment,1',
    );
    expect(left).toEqual({
      Resources: {
        Queue: { Type: 'AWS::SQS::Queue', DependsOn: ['Role'], Properties: { Name: 'left-out-Maths' } },
        Role: { Type: 'AWS::IAM::Role' },
        Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'm' } },
        Own: { Type: 'Custom::Own' },
      },
      Outputs: {
        Arn: { Value: 'arn:aws:left-out:eu-central-1:123456789012:Maths' },
        Own: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } },
      },
    });
  });
});

describe('the table of second opinions', () => {
  const of = (...verdicts: Opinion['verdict'][]) =>
    verdicts.map((verdict): Opinion => ({ of: 'somebody', about: 'something', verdict, detail: '' }));

  it('passes only if every emulator was asked and no disagreement lacks a reason', () => {
    expect(allHeard(of('agrees', 'differs', 'cannot'))).toBe(true);
    for (const bad of [of(), of('agrees', 'missing'), of('agrees', 'FAILED')]) expect(allHeard(bad)).toBe(false);
  });
});
