import { CfnOutput, Duration, type RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { dueIndex, targetIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import { acceptFindings } from '../constructs/accept-finding.ts';
import { KEPT, removalOf } from '../constructs/keep.ts';
import type { Settings } from '../settings.ts';
import { stackProps } from './stack-props.ts';

/** The product's secrets, each readable only by the functions that need it. */
interface Secrets {
  /** Seed of the key that signs access tokens. */
  signing: secretsmanager.Secret;
  /** Key that seals the targets' secrets in the table. */
  sealing: secretsmanager.Secret;
  /** Key of the bot challenge: the key that signs the proof of work, or the hosted service's secret key. */
  challenge: secretsmanager.Secret;
  /**
   * The distribution's key for the application API, which proves that the header with the viewer's address is genuine.
   */
  edge: secretsmanager.Secret;
  /** The operator's provider credentials. */
  providers: secretsmanager.Secret;
}

/**
 * The projected fields of the indexes, which must not change once deployed. AWS cannot change the list of a global
 * index, and would replace the whole table to change that of a local one. A different list needs an index with a
 * different name.
 */
const PROJECTED = {
  byDue: ['user_id', 'webhook_id', 'message'],
  targets: ['name', 'kind', 'status', 'status_reason', 'options', 'updated_at'],
};

type TableCapacity = NonNullable<Settings['tableCapacity']>;

/** Leaves the rest of the capacity for bursts. bench/costs.ts uses the same value. */
const TABLE_UTILISATION_PERCENT = 75;

/** Capacity that scales with the use of table and index. Most calls write nothing to the index, so it starts small. */
const capacityOf = ({ minWriteUnits, maxWriteUnits, minReadUnits, maxReadUnits }: TableCapacity) => {
  const between = (minCapacity: number, maxCapacity: number) =>
    dynamodb.Capacity.autoscaled({
      minCapacity,
      maxCapacity,
      targetUtilizationPercent: TABLE_UTILISATION_PERCENT,
    });
  return {
    table: {
      writeCapacity: between(minWriteUnits, maxWriteUnits),
      readCapacity: between(minReadUnits, maxReadUnits),
    },
    index: {
      writeCapacity: between(Math.min(5, minWriteUnits), maxWriteUnits),
      readCapacity: between(Math.min(5, minReadUnits), maxReadUnits),
    },
  };
};

/** The durable resources: the table, its key and the secrets. No code change may ever replace one of them. */
export class DataStack extends Stack {
  readonly table: dynamodb.TableV2;
  readonly secrets: Secrets;

  constructor(scope: Construct, id: string, { settings }: { settings: Settings }) {
    super(scope, id, { ...stackProps(settings, 'data'), terminationProtection: settings.keepData });
    const removalPolicy = removalOf(settings);

    // The index needs the same capacity as the table. Otherwise, it throttles the table's writes, and calls are
    // rejected.
    const warm = settings.warmThroughput && { warmThroughput: settings.warmThroughput };

    const capacity = settings.tableCapacity && capacityOf(settings.tableCapacity);

    const key = new kms.Key(this, 'TableKey', {
      description: `Tellhook ${settings.stage}: the table`,
      enableKeyRotation: true,
      removalPolicy,
    });
    key.addToResourcePolicy(this.throughDynamoDbOnly());

    this.table = new dynamodb.TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
      billing: capacity ? dynamodb.Billing.provisioned(capacity.table) : dynamodb.Billing.onDemand(),
      encryption: dynamodb.TableEncryptionV2.customerManagedKey(key),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expires_at',
      deletionProtection: settings.keepData,
      ...warm,
      removalPolicy,
      localSecondaryIndexes: [
        {
          indexName: targetIndex.name,
          sortKey: { name: targetIndex.sortKey, type: dynamodb.AttributeType.NUMBER },
          // Projects only the fields shown in a list of targets. Reading the secrets too would more than double the
          // cost.
          projectionType: dynamodb.ProjectionType.INCLUDE,
          nonKeyAttributes: PROJECTED.targets,
        },
      ],
      globalSecondaryIndexes: [
        {
          indexName: dueIndex.name,
          partitionKey: { name: 'due_pk', type: dynamodb.AttributeType.STRING },
          sortKey: { name: 'due_sk', type: dynamodb.AttributeType.STRING },
          // Projects the fields that are needed to queue a dispatch again, so the sweeper needn't read the item.
          projectionType: dynamodb.ProjectionType.INCLUDE,
          nonKeyAttributes: PROJECTED.byDue,
          ...warm,
          ...capacity?.index,
        },
      ],
    });

    if (settings.backupVault) this.copyElsewhere(settings.backupVault);

    this.secrets = {
      signing: this.generatedSecret('SigningSecret', 'seed of the key that signs access tokens', removalPolicy),
      sealing: this.generatedSecret('SealingSecret', 'key that seals the secrets of targets', removalPolicy),
      challenge: this.generatedSecret('ChallengeSecret', 'key of the bot challenge', removalPolicy),
      edge: this.generatedSecret('EdgeSecret', 'proof that a call came through the distribution', removalPolicy),
      providers: new secretsmanager.Secret(this, 'ProvidersSecret', {
        description: `Tellhook ${settings.stage}: credentials of the providers, filled by the operator (docs/providers.md)`,
        // Initially, no provider is configured. A deployment never overwrites the operator's values.
        secretStringValue: SecretValue.unsafePlainText('{}'),
        removalPolicy,
      }),
    };
    new CfnOutput(this, 'TableName', { value: this.table.tableName, description: 'The table, for npm run restore' });
    new CfnOutput(this, 'ProvidersSecretArn', {
      value: this.secrets.providers.secretArn,
      description: 'Secret for the credentials of the providers, see docs/providers.md',
    });
    for (const secret of Object.values(this.secrets))
      acceptFindings(secret, [
        {
          id: 'AwsSolutions-SMG4',
          reason:
            'Rotation needs further steps in the product or at the provider, so the operator starts it: docs/runbook.md#rotating-secrets.',
        },
      ]);
  }

  /** Makes a nightly backup, kept here for a week and in the other vault for as long as a restore may be needed. */
  private copyElsewhere(vaultArn: string): void {
    const plan = new backup.BackupPlan(this, 'Backup', {
      backupVault: new backup.BackupVault(this, 'BackupVault', { removalPolicy: KEPT }),
    });
    plan.addRule(
      new backup.BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: events.Schedule.cron({ hour: '2', minute: '0' }),
        deleteAfter: Duration.days(7),
        copyActions: [
          {
            destinationBackupVault: backup.BackupVault.fromBackupVaultArn(this, 'OtherVault', vaultArn),
            deleteAfter: Duration.days(35),
          },
        ],
      }),
    );
    const selection = plan.addSelection('Table', { resources: [backup.BackupResource.fromArn(this.table.tableArn)] });
    acceptFindings((selection.grantPrincipal as iam.IRole).node.scope ?? plan, [
      { id: 'AwsSolutions-IAM4', reason: 'AWS writes the policy by which its own service makes and copies backups.' },
    ]);
  }

  private generatedSecret(id: string, purpose: string, removalPolicy: RemovalPolicy): secretsmanager.Secret {
    return new secretsmanager.Secret(this, id, {
      description: `${this.stackName}: ${purpose}`,
      // 64 characters, each one of 62 letters and digits, have 381 bits.
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
  }

  /**
   * Roles with access to the table can use its key, but only through DynamoDB. This is AWS's policy for table keys, so
   * the functions' roles need no key permissions.
   */
  private throughDynamoDbOnly(): iam.PolicyStatement {
    return new iam.PolicyStatement({
      sid: 'ThroughDynamoDbOnly',
      principals: [new iam.AnyPrincipal()],
      actions: [
        'kms:Encrypt',
        'kms:Decrypt',
        'kms:ReEncrypt*',
        'kms:GenerateDataKey*',
        'kms:DescribeKey',
        'kms:CreateGrant',
      ],
      resources: ['*'],
      conditions: {
        StringEquals: {
          'kms:CallerAccount': this.account,
          'kms:ViaService': `dynamodb.${this.region}.${this.urlSuffix}`,
        },
      },
    });
  }
}
