import { describe, expect, it } from 'vitest';
import { findGrant, grantsOf, matchesPattern } from '../../../lib/local/iam/policies.ts';

const grants = grantsOf(
  {
    Statement: [
      {
        Effect: 'Allow',
        Action: ['dynamodb:GetItem', 'dynamodb:Batch*'],
        Resource: ['arn:table/a', 'arn:table/a/index/*'],
      },
      { Effect: 'Allow', Action: 's3:*', Resource: '*' },
      { Effect: 'Deny', Action: 's3:DeleteObject', Resource: 'arn:bucket/?' },
    ],
  },
  'test',
);
const allows = (action: string, resource: string) => findGrant(grants, action, resource) !== undefined;

describe('the policies of a role', () => {
  it('allow exactly the granted action on exactly the granted resource', () => {
    expect(allows('dynamodb:GetItem', 'arn:table/a')).toBe(true);
    expect(allows('dynamodb:PutItem', 'arn:table/a')).toBe(false);
    expect(allows('dynamodb:GetItem', 'arn:table/ab')).toBe(false);
  });

  it('understand wildcards in actions and resources', () => {
    expect(allows('dynamodb:BatchGetItem', 'arn:table/a/index/by-due')).toBe(true);
    expect(allows('s3:GetObject', 'arn:anything')).toBe(true);
    expect(matchesPattern('arn:x.y', 'arn:xzy')).toBe(false);
  });

  it('ignore the case of an action, but not of a resource', () => {
    expect(allows('DynamoDB:getitem', 'arn:table/a')).toBe(true);
    expect(allows('dynamodb:GetItem', 'arn:table/A')).toBe(false);
  });

  it('let a denial override every allowance', () => {
    expect(allows('s3:DeleteObject', 'arn:bucket/1')).toBe(false);
    expect(allows('s3:DeleteObject', 'arn:bucket/12')).toBe(true);
  });

  it('allow only requests that meet their condition', () => {
    const statement = {
      Effect: 'Allow',
      Action: 'ses:SendRawEmail',
      Resource: '*',
      Condition: { StringEquals: { 'ses:FromAddress': 'hello@tellhook.example' } },
    };
    const conditional = grantsOf({ Statement: [statement] }, 'Role');
    const sends = (from?: string) =>
      findGrant(conditional, 'ses:SendRawEmail', 'arn:x', from ? { 'ses:FromAddress': from } : {}) !== undefined;
    expect([sends('hello@tellhook.example'), sends('ceo@tellhook.example'), sends()]).toEqual([true, false, false]);
  });

  it.each([
    ['another operator', { StringLike: { 'ses:FromAddress': '*' } }],
    ['another key', { StringEquals: { 'aws:SourceIp': '1.2.3.4' } }],
  ])('are rejected when their condition has %s', (_, Condition) => {
    const statement = { Effect: 'Allow', Action: 'a:b', Resource: '*', Condition };
    expect(() => grantsOf({ Statement: [statement] }, 'Role')).toThrow(/Role: the Condition/);
  });

  it('allow nothing when there are no policies', () => {
    expect(findGrant([], 'sqs:SendMessage', 'arn:q')).toBeUndefined();
  });

  it.each(['NotAction', 'NotResource', 'Principal'])('are rejected when they use %s', (key) => {
    const statement = { Effect: 'Allow', Action: 'a:b', Resource: '*', [key]: {} };
    expect(() => grantsOf({ Statement: [statement] }, 'Role')).toThrow(new RegExp(`Role.*${key}`));
  });
});
