import { describe, expect, it } from 'vitest';
import type { Assembly, Resource, Stack } from '../../../lib/local/template/assembly.ts';
import { createPhysicalIds } from '../../../lib/local/template/physical-ids.ts';
import { UnsupportedTemplate } from '../../../lib/local/template/problems.ts';
import { createResolver, type Resolve } from '../../../lib/local/template/resolver.ts';

const pseudo = { region: 'eu-central-1', account: '000000000000' };

const stack = (name: string, Resources: Record<string, Resource>, rest: object = {}): Stack => ({
  name,
  template: { Resources, ...rest },
});

const data = stack(
  'data',
  { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { TableName: { 'Fn::Sub': `things-\${AWS::Region}` } } } },
  { Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Table', 'Arn'] }, Export: { Name: 'data:TableArn' } } } },
);
const web = stack(
  'web',
  { Lanes: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } }, Api: { Type: 'AWS::ApiGatewayV2::Api' } },
  {
    Parameters: { Version: { Type: 'String', Default: '3' } },
  },
);

const assembly: Assembly = { stacks: [data, web], region: pseudo.region, assets: new Map() };
let resolve: Resolve;
const physicalIds = createPhysicalIds(pseudo, () => resolve);
resolve = createResolver(assembly, pseudo, physicalIds);
const inWeb = (value: unknown) => resolve(web, value);

describe('the template resolver', () => {
  it('names resources as the template says, or after their stack and logical id', () => {
    expect(resolve(data, { Ref: 'Table' })).toBe('things-eu-central-1');
    expect(inWeb({ 'Fn::GetAtt': ['Lanes', 'Arn'] })).toBe('arn:aws:sqs:eu-central-1:000000000000:web-Lanes.fifo');
    expect(inWeb({ Ref: 'Lanes' })).toBe('https://sqs.eu-central-1.amazonaws.com/000000000000/web-Lanes.fifo');
  });

  it('gives a resource the same id in every run, because stored data refers to it', () => {
    expect(inWeb({ Ref: 'Api' })).toBe(createPhysicalIds(pseudo, () => resolve)(web, 'Api'));
  });

  it('joins, splits, selects and substitutes', () => {
    expect(inWeb({ 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':x']] })).toBe('arn:aws:x');
    expect(inWeb({ 'Fn::Select': [2, { 'Fn::Split': ['/', { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }] }] })).toBe(
      `${inWeb({ Ref: 'Api' })}.execute-api.eu-central-1.amazonaws.com`,
    );
    expect(inWeb({ 'Fn::Sub': [`\${Name}/\${AWS::AccountId}/\${!Kept}`, { Name: { Ref: 'Version' } }] })).toBe(
      `3/000000000000/\${Kept}`,
    );
    expect(inWeb({ 'Fn::Sub': `\${Lanes.QueueName}` })).toBe('web-Lanes.fifo');
  });

  it('imports the exports of another stack of the assembly', () => {
    expect(inWeb({ 'Fn::ImportValue': 'data:TableArn' })).toBe(
      'arn:aws:dynamodb:eu-central-1:000000000000:table/things-eu-central-1',
    );
  });

  it('drops properties with AWS::NoValue', () => {
    expect(inWeb({ a: { Ref: 'AWS::NoValue' }, b: [1, { Ref: 'AWS::NoValue' }] })).toEqual({ b: [1] });
  });

  it('resolves inside objects and lists and keeps everything else', () => {
    expect(inWeb({ list: [{ Ref: 'Version' }, true, null, 5] })).toEqual({ list: ['3', true, null, 5] });
  });

  it.each([
    ['an unknown function', { 'Fn::FindInMap': ['a', 'b', 'c'] }],
    ['a function of a macro', { 'Fn::Transform': { Name: 'x' } }],
    ['a name that does not exist', { Ref: 'Nobody' }],
    ['an attribute that is not known', { 'Fn::GetAtt': ['Lanes', 'Colour'] }],
    ['an import that nobody exports', { 'Fn::ImportValue': 'data:Other' }],
    ['a substitution of an unknown name', { 'Fn::Sub': `\${Nobody}` }],
    ['what depends on a condition', { 'Fn::If': ['IsFrankfurt', 1, 2] }],
  ])('rejects %s instead of guessing', (_, value) => {
    expect(() => inWeb(value)).toThrow(UnsupportedTemplate);
  });
});
