import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { STEADY } from '../../bench/costs.ts';
import { dueIndex, targetIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import { resourcesOf, synthesized } from './synthesized.ts';

let prod: ReturnType<typeof synthesized>;
let data: Template;
beforeAll(() => {
  prod = synthesized('prod');
  data = prod.templates.data;
}, 60_000);

const table = () => resourcesOf(data, 'AWS::DynamoDB::GlobalTable')[0]?.Properties;

describe('the table', () => {
  it('is billed by use, can be restored to any second, and deletes expired items', () =>
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

  it('is warm for the load of the settings, as is its index, whose throttling would throttle the table', () => {
    const { writeUnitsPerSecond, readUnitsPerSecond } = prod.settings.warmThroughput ?? {};
    const warm = { WriteUnitsPerSecond: writeUnitsPerSecond, ReadUnitsPerSecond: readUnitsPerSecond };
    expect(writeUnitsPerSecond).toBeGreaterThan(4000);
    expect(table().WarmThroughput).toEqual(warm);
    expect(table().GlobalSecondaryIndexes[0].WarmThroughput).toEqual(warm);
  });

  it('has the index that the keys page names, with the projection that AWS lets no one change', () => {
    expect(dueIndex.shows).toEqual(['user_id', 'webhook_id', 'message']);
    expect(table().GlobalSecondaryIndexes).toMatchObject([
      {
        IndexName: dueIndex.name,
        KeySchema: [{ AttributeName: 'due_pk' }, { AttributeName: 'due_sk' }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['user_id', 'webhook_id', 'message'] },
      },
    ]);
  });

  it('has the index of targets that the keys page names, without secrets, and with a fixed projection', () => {
    const frozen = ['name', 'kind', 'status', 'status_reason', 'options', 'updated_at'];
    expect(targetIndex.shows).toEqual(frozen);
    expect(table().LocalSecondaryIndexes).toMatchObject([
      {
        IndexName: targetIndex.name,
        KeySchema: [{ AttributeName: 'pk' }, { AttributeName: targetIndex.sortKey }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: frozen },
      },
    ]);
  });

  it('is encrypted with its own rotating key, which works only through DynamoDB', () => {
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

describe('a table with provisioned capacity', () => {
  it('scales at the utilisation that the cost estimate assumes, and so does its index', () => {
    const tableCapacity = { minWriteUnits: 20, maxWriteUnits: 400, minReadUnits: 10, maxReadUnits: 200 };
    const [table] = resourcesOf(synthesized('prod', { tableCapacity }).templates.data, 'AWS::DynamoDB::GlobalTable');
    const scaled = (MinCapacity: number, MaxCapacity: number) => ({
      MinCapacity,
      MaxCapacity,
      TargetTrackingScalingPolicyConfiguration: { TargetValue: STEADY.utilisation * 100 },
    });
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PROVISIONED',
      WriteProvisionedThroughputSettings: { WriteCapacityAutoScalingSettings: scaled(20, 400) },
      GlobalSecondaryIndexes: [
        {
          WriteProvisionedThroughputSettings: { WriteCapacityAutoScalingSettings: scaled(STEADY.indexWriteUnits, 400) },
        },
      ],
      Replicas: [
        {
          ReadProvisionedThroughputSettings: { ReadCapacityAutoScalingSettings: scaled(10, 200) },
          GlobalSecondaryIndexes: [
            {
              ReadProvisionedThroughputSettings: {
                ReadCapacityAutoScalingSettings: scaled(STEADY.indexReadUnits, 200),
              },
            },
          ],
        },
      ],
    });
  });
});

describe('a stateful resource', () => {
  type Kept = Record<string, { Type: string; DeletionPolicy?: string; UpdateReplacePolicy?: string }>;
  // CloudFormation names the log group of the CDK's deployment helper, so its name cannot conflict.
  const policiesOf = (template: Template) =>
    Object.entries(template.toJSON().Resources as Kept).flatMap(([id, it]) => (id.startsWith('CustomCDK') ? [] : [it]));

  it('survives the deletion of its stack in production', () => {
    for (const { DeletionPolicy, UpdateReplacePolicy } of policiesOf(data))
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  it('is deleted if its first creation fails, so the next attempt finds its name free', () => {
    const kept = Object.values(prod.templates)
      .flatMap(policiesOf)
      .filter(({ UpdateReplacePolicy }) => UpdateReplacePolicy === 'Retain');
    expect(new Set(kept.map(({ Type }) => Type))).toEqual(
      new Set([
        'AWS::DynamoDB::GlobalTable',
        'AWS::KMS::Key',
        'AWS::SecretsManager::Secret',
        'AWS::Logs::LogGroup',
        'AWS::S3::Bucket',
        // Versions are kept so a rollback is one command. They are deleted with their function.
        'AWS::Lambda::Version',
      ]),
    );
    expect(new Set(kept.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set(['RetainExceptOnCreate']));
  });
});

describe('a secret', () => {
  it('is generated by AWS with 64 characters, or empty until the operator fills it', () => {
    const secrets = resourcesOf(data, 'AWS::SecretsManager::Secret').map(({ Properties }) => Properties);
    expect(secrets.filter((it) => it.GenerateSecretString?.PasswordLength === 64)).toHaveLength(4);
    expect(secrets.filter((it) => it.SecretString !== undefined).map((it) => it.SecretString)).toEqual(['{}']);
  });
});
