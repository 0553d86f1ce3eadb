import * as z from 'zod';
import { UnsupportedTemplate } from './problems.ts';
import { ignored, only, type Resources } from './resources.ts';

export interface TableSpec {
  name: string;
  /** Parameters of DynamoDB's CreateTable. */
  create: Record<string, unknown>;
  /** The attribute with the time to live. */
  expiresAttribute: string | undefined;
}

export interface QueueSpec {
  name: string;
  arn: string;
  /** Parameters of SQS's CreateQueue, without the redrive policy. */
  attributes: Record<string, string>;
  redrive: { deadLetterQueue: string; maxReceiveCount: number } | undefined;
}

export interface SecretSpec {
  name: string;
  arn: string;
  /** Fixed initial value, or the number of generated letters and digits. */
  initial: { value: string } | { passwordLength: number };
}

const keySchema = z.array(z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const indexes = z
  .array(
    z
      .strictObject({
        IndexName: z.string(),
        KeySchema: keySchema,
        Projection: z.strictObject({ ProjectionType: z.string(), NonKeyAttributes: z.array(z.string()).optional() }),
        ...ignored('WarmThroughput'),
      })
      // The stand-in has no throughput limit, so warm throughput has no effect.
      .transform(({ WarmThroughput: _, ...index }) => index),
  )
  .optional();

const globalTable = z.strictObject({
  TableName: z.string().optional(),
  AttributeDefinitions: z.array(z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  KeySchema: keySchema,
  BillingMode: z.literal('PAY_PER_REQUEST'),
  GlobalSecondaryIndexes: indexes,
  LocalSecondaryIndexes: indexes,
  Replicas: z
    .array(
      z.strictObject({
        Region: z.string(),
        ...ignored(
          'DeletionProtectionEnabled',
          'GlobalSecondaryIndexes',
          'PointInTimeRecoverySpecification',
          'SSESpecification',
          'Tags',
          'ContributorInsightsSpecification',
        ),
      }),
    )
    .length(1, 'only one replica'),
  TimeToLiveSpecification: z.strictObject({ AttributeName: z.string(), Enabled: z.literal(true) }).optional(),
  ...ignored('SSESpecification', 'WarmThroughput', 'WriteOnDemandThroughputSettings'),
});

const key = z.strictObject({
  KeyPolicy: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }),
  ...ignored('Description', 'EnableKeyRotation', 'PendingWindowInDays', 'RotationPeriodInDays'),
});

/** True if a key's policy allows every caller of the account to use it through DynamoDB. */
const allowsThroughTables = (policy: z.output<typeof key>['KeyPolicy']): boolean =>
  policy.Statement.some(({ Effect, Action, Condition }) => {
    const via = (Condition as Record<string, Record<string, unknown>> | undefined)?.StringEquals?.['kms:ViaService'];
    return Effect === 'Allow' && [Action].flat().includes('kms:Decrypt') && String(via).startsWith('dynamodb.');
  });

/** Without this policy, every caller of the table would need a grant for the key, which this machine can't check. */
const checkKeys = (resources: Resources): void => {
  for (const { logicalId, properties } of resources.all('AWS::KMS::Key', key))
    if (!allowsThroughTables(properties.KeyPolicy))
      throw new UnsupportedTemplate(`${logicalId}: a key that does not admit all who call the table`);
};

export const readTables = (resources: Resources): TableSpec[] => {
  checkKeys(resources);
  return resources.all('AWS::DynamoDB::GlobalTable', globalTable).map(({ ref, properties }) => {
    const { AttributeDefinitions, KeySchema, BillingMode } = properties;
    const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = properties;
    const layout = { AttributeDefinitions, KeySchema, BillingMode, GlobalSecondaryIndexes, LocalSecondaryIndexes };
    return {
      name: ref,
      create: { TableName: ref, ...layout },
      expiresAttribute: properties.TimeToLiveSpecification?.AttributeName,
    };
  });
};

const queue = z.strictObject({
  QueueName: z.string().optional(),
  FifoQueue: z.literal(true).optional(),
  ContentBasedDeduplication: z.boolean().optional(),
  DelaySeconds: z.int().optional(),
  MaximumMessageSize: z.int().optional(),
  MessageRetentionPeriod: z.int().optional(),
  ReceiveMessageWaitTimeSeconds: z.int().optional(),
  VisibilityTimeout: z.int().optional(),
  RedrivePolicy: z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.int() }).optional(),
  // High throughput changes a queue's capacity but not its behaviour. The stand-in deduplicates across the whole queue,
  // which makes no difference if deduplication ids are unique.
  DeduplicationScope: only('messageGroup'),
  FifoThroughputLimit: only('perMessageGroupId'),
  ...ignored('SqsManagedSseEnabled', 'KmsDataKeyReusePeriodSeconds'),
});

const PASSED_ATTRIBUTES = [
  'FifoQueue',
  'ContentBasedDeduplication',
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
] as const;

export const readQueues = (resources: Resources): QueueSpec[] => {
  return resources.all('AWS::SQS::Queue', queue).map((found) => {
    const { properties } = found;
    const attributes: Record<string, string> = {};
    for (const name of PASSED_ATTRIBUTES) {
      if (properties[name] !== undefined) attributes[name] = String(properties[name]);
    }
    const { RedrivePolicy } = properties;
    return {
      name: resources.attribute(found, 'QueueName'),
      arn: resources.attribute(found, 'Arn'),
      attributes,
      redrive: RedrivePolicy && {
        deadLetterQueue: RedrivePolicy.deadLetterTargetArn.split(':').pop() ?? '',
        maxReceiveCount: RedrivePolicy.maxReceiveCount,
      },
    };
  });
};

const generateSecretString = z.strictObject({
  PasswordLength: z.int().default(32),
  ExcludePunctuation: z.literal(true),
});

const named = { Name: z.string().optional(), ...ignored('Description', 'KmsKeyId') };
const secret = z.union([
  z.strictObject({ ...named, SecretString: z.string() }),
  z.strictObject({ ...named, GenerateSecretString: generateSecretString }),
]);

export const readSecrets = (resources: Resources): SecretSpec[] =>
  resources.all('AWS::SecretsManager::Secret', secret).map(({ ref, properties }) => ({
    name: (ref.split(':').pop() ?? '').replace(/-[^-]+$/, ''),
    arn: ref,
    initial:
      'SecretString' in properties
        ? { value: properties.SecretString }
        : { passwordLength: properties.GenerateSecretString.PasswordLength },
  }));

const emailIdentity = z.strictObject({
  EmailIdentity: z.string(),
  ...ignored(
    'ConfigurationSetAttributes',
    'DkimAttributes',
    'DkimSigningAttributes',
    'FeedbackAttributes',
    'MailFromAttributes',
  ),
});

const configurationSet = z.strictObject({
  Name: z.string().optional(),
  ...ignored(
    'ReputationOptions',
    'SuppressionOptions',
    'DeliveryOptions',
    'SendingOptions',
    'TrackingOptions',
    'VdmOptions',
  ),
});

export interface MailSpec {
  /** Verified addresses and domains. */
  identities: string[];
}

export const readMail = (resources: Resources): MailSpec => {
  resources.all('AWS::SES::ConfigurationSet', configurationSet);
  return { identities: resources.all('AWS::SES::EmailIdentity', emailIdentity).map(({ ref }) => ref.toLowerCase()) };
};
