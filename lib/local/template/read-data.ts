import * as z from 'zod';
import { ignored, only, type Resources } from './resources.ts';

export interface TableSpec {
  name: string;
  /** Parameters of DynamoDB's CreateTable. */
  create: Record<string, unknown>;
  /** Attribute that holds the time to live. */
  expiresAttribute: string | undefined;
  /** Customer-managed key that callers themselves must be allowed to use; undefined when the key's policy lets them. */
  keyArn: string | undefined;
}

export interface QueueSpec {
  name: string;
  arn: string;
  /** Parameters of SQS's CreateQueue, without the redrive policy. */
  attributes: Record<string, string>;
  redrive: { deadLetterQueue: string; maxReceiveCount: number } | undefined;
  keyArn: string | undefined;
}

export interface SecretSpec {
  name: string;
  arn: string;
  /** Fixed initial value, or how to make one up. */
  initial: { value: string } | { generate: GenerateSecretString };
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
      // The stand-in takes what the machine takes.
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
        SSESpecification: z.strictObject({ KMSMasterKeyId: z.string() }).optional(),
        ...ignored(
          'DeletionProtectionEnabled',
          'GlobalSecondaryIndexes',
          'PointInTimeRecoverySpecification',
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

/** true when a key's own policy lets every caller of the account use it through the given service. */
const allowsThrough = (service: string, policy: z.output<typeof key>['KeyPolicy']): boolean =>
  policy.Statement.some(({ Effect, Action, Condition }) => {
    const via = (Condition as Record<string, Record<string, unknown>> | undefined)?.StringEquals?.['kms:ViaService'];
    const actions = Array.isArray(Action) ? Action : [Action];
    return Effect === 'Allow' && actions.includes('kms:Decrypt') && String(via).startsWith(`${service}.`);
  });

/** ARNs of the keys whose policy does not already admit callers through `service`. */
const keysNeedingGrants = (resources: Resources, service: string): Set<string> =>
  new Set(
    resources
      .all('AWS::KMS::Key', key)
      .filter(({ properties }) => !allowsThrough(service, properties.KeyPolicy))
      .map((found) => resources.attribute(found, 'Arn')),
  );

export const readTables = (resources: Resources): TableSpec[] => {
  const grantedKeys = keysNeedingGrants(resources, 'dynamodb');
  return resources.all('AWS::DynamoDB::GlobalTable', globalTable).map(({ ref, properties }) => {
    const { AttributeDefinitions, KeySchema, BillingMode, Replicas } = properties;
    const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = properties;
    const layout = { AttributeDefinitions, KeySchema, BillingMode, GlobalSecondaryIndexes, LocalSecondaryIndexes };
    const keyArn = Replicas[0]?.SSESpecification?.KMSMasterKeyId;
    return {
      name: ref,
      create: { TableName: ref, ...layout },
      expiresAttribute: properties.TimeToLiveSpecification?.AttributeName,
      keyArn: keyArn && grantedKeys.has(keyArn) ? keyArn : undefined,
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
  KmsMasterKeyId: z.string().optional(),
  // High throughput changes how much a queue takes, not what it does. The stand-in deduplicates over the whole queue,
  // which is the same as per group as long as deduplication ids are unique.
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
  const grantedKeys = keysNeedingGrants(resources, 'sqs');
  return resources.all('AWS::SQS::Queue', queue).map((found) => {
    const { properties } = found;
    const attributes: Record<string, string> = {};
    for (const name of PASSED_ATTRIBUTES) {
      if (properties[name] !== undefined) attributes[name] = String(properties[name]);
    }
    const { RedrivePolicy, KmsMasterKeyId } = properties;
    return {
      name: resources.attribute(found, 'QueueName'),
      arn: resources.attribute(found, 'Arn'),
      attributes,
      redrive: RedrivePolicy && {
        deadLetterQueue: RedrivePolicy.deadLetterTargetArn.split(':').pop() ?? '',
        maxReceiveCount: RedrivePolicy.maxReceiveCount,
      },
      keyArn: KmsMasterKeyId && grantedKeys.has(KmsMasterKeyId) ? KmsMasterKeyId : undefined,
    };
  });
};

const generateSecretString = z.strictObject({
  PasswordLength: z.int().default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeLowercase: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  RequireEachIncludedType: z.boolean().default(true),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});
export type GenerateSecretString = z.output<typeof generateSecretString>;

const secret = z.strictObject({
  Name: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: generateSecretString.optional(),
  ...ignored('Description', 'KmsKeyId'),
});

export const readSecrets = (resources: Resources): SecretSpec[] =>
  resources.all('AWS::SecretsManager::Secret', secret).map(({ ref, properties }) => ({
    name: (ref.split(':').pop() ?? '').replace(/-[^-]+$/, ''),
    arn: ref,
    initial:
      properties.SecretString === undefined
        ? { generate: properties.GenerateSecretString ?? generateSecretString.parse({}) }
        : { value: properties.SecretString },
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
  configurationSets: string[];
}

export const readMail = (resources: Resources): MailSpec => ({
  identities: resources.all('AWS::SES::EmailIdentity', emailIdentity).map(({ ref }) => ref.toLowerCase()),
  configurationSets: resources.all('AWS::SES::ConfigurationSet', configurationSet).map(({ ref }) => ref),
});
