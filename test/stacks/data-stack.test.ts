import { Match, type Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dueIndex, targetIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import { resourcesOf, synthesized } from './synthesized.ts';

let prod: ReturnType<typeof synthesized>;
let data: Template;
beforeAll(() => {
  prod = synthesized('prod');
  data = prod.templates.data;
}, 60_000);
afterAll(() => prod.remove());

const table = () => resourcesOf(data, 'AWS::DynamoDB::GlobalTable')[0]?.Properties;

describe('the table', () => {
  it('is paid by use, can be restored to any second and forgets what has expired', () =>
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      Replicas: [
        Match.objectLike({
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          DeletionProtectionEnabled: true,
        }),
      ],
    }));

  it('has the index that the page of keys names, with what putting a dispatch back needs', () =>
    expect(table().GlobalSecondaryIndexes).toMatchObject([
      {
        IndexName: dueIndex.name,
        KeySchema: [{ AttributeName: 'due_pk' }, { AttributeName: 'due_sk' }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['user_id', 'webhook_id', 'message'] },
      },
    ]));

  it('has the index of targets that the page of keys names, without their secrets', () =>
    expect(table().LocalSecondaryIndexes).toMatchObject([
      {
        IndexName: targetIndex.name,
        KeySchema: [{ AttributeName: 'pk' }, { AttributeName: targetIndex.sortKey }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: targetIndex.shows },
      },
    ]));

  it('is encrypted with a key of its own that rotates and works through DynamoDB only', () => {
    expect(table().SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    data.hasResourceProperties('AWS::KMS::Key', {
      EnableKeyRotation: true,
      KeyPolicy: Match.objectLike({
        Statement: Match.arrayWith([
          Match.objectLike({
            Sid: 'ThroughDynamoDbOnly',
            Condition: { StringEquals: Match.objectLike({ 'kms:CallerAccount': { Ref: 'AWS::AccountId' } }) },
          }),
        ]),
      }),
    });
  });
});

describe('what must survive', () => {
  it('survives the deletion of its stack in production', () => {
    for (const resource of Object.values(data.toJSON().Resources as Record<string, { DeletionPolicy: string }>))
      expect(resource.DeletionPolicy).toBe('Retain');
  });
});

describe('a secret', () => {
  it('is made by AWS with 64 characters, or empty until its operator fills it', () => {
    const secrets = resourcesOf(data, 'AWS::SecretsManager::Secret').map(({ Properties }) => Properties);
    expect(secrets.filter((it) => it.GenerateSecretString?.PasswordLength === 64)).toHaveLength(4);
    expect(secrets.filter((it) => it.SecretString !== undefined).map((it) => it.SecretString)).toEqual(['{}']);
  });
});
