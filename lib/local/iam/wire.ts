import type { ConditionContext } from './policies.ts';

/**
 * Determines the permissions that a request needs, as documented in AWS's service authorization reference. DynamoDB and
 * SQS use JSON 1.0 and Secrets Manager JSON 1.1, with the operation in X-Amz-Target. SES uses a form. S3 uses method, path
 * and headers; request-handler.ts turns them into a target and JSON.
 */

export type Service = 'dynamodb' | 'sqs' | 'secretsmanager' | 'ses' | 's3';

export interface Need {
  /** The action, such as `dynamodb:GetItem`. */
  action: string;
  resource: string;
  context?: ConditionContext;
}

/** Resolves the names in requests to ARNs. */
export interface Catalog {
  region: string;
  account: string;
  /** ARN of a secret, by name or ARN. */
  secretArn(nameOrArn: string): string | undefined;
  /** The verified identity of an address: the address itself, or else its domain. */
  identityOf(address: string): string | undefined;
  /** True if SES is in its sandbox, where it authorizes the recipients' identities as well. */
  mailSandbox?: boolean;
}

export interface Call {
  service: Service;
  operation: string;
  needs: Need[];
}

/** The error for a request that this machine doesn't know. It returns a service error instead of being allowed. */
export class UnknownCall extends Error {
  override name = 'UnknownCall';
}

type Json = Record<string, unknown>;

const TRANSACTION_ACTIONS: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

const TABLE_OPERATIONS = new Set(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'DescribeTable']);

const dynamodbNeeds = (operation: string, body: Json, catalog: Catalog): Need[] => {
  const need = (action: string, table: unknown, index?: unknown): Need[] => {
    const name = String(table).split('/').pop() ?? '';
    const arn = `arn:aws:dynamodb:${catalog.region}:${catalog.account}:table/${name}`;
    return [{ action: `dynamodb:${action}`, resource: index ? `${arn}/index/${index}` : arn }];
  };
  if (TABLE_OPERATIONS.has(operation)) return need(operation, body.TableName, body.IndexName);
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    return Object.keys(body.RequestItems as Json).flatMap((table) => need(operation, table));
  }
  if (operation === 'TransactGetItems' || operation === 'TransactWriteItems') {
    return (body.TransactItems as Record<string, { TableName: string }>[]).flatMap((item) =>
      Object.entries(item).flatMap(([kind, { TableName }]) => {
        const action = TRANSACTION_ACTIONS[kind];
        if (!action) throw new UnknownCall(`${operation} with ${kind}`);
        return need(action, TableName);
      }),
    );
  }
  throw new UnknownCall(`dynamodb:${operation}`);
};

/** The permission for a single action includes the batch action. */
const SQS_ACTIONS: Record<string, string> = {
  SendMessage: 'SendMessage',
  SendMessageBatch: 'SendMessage',
  ReceiveMessage: 'ReceiveMessage',
  DeleteMessage: 'DeleteMessage',
  DeleteMessageBatch: 'DeleteMessage',
  ChangeMessageVisibility: 'ChangeMessageVisibility',
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
  GetQueueAttributes: 'GetQueueAttributes',
  GetQueueUrl: 'GetQueueUrl',
};

const sqsNeeds = (operation: string, body: Json, catalog: Catalog): Need[] => {
  const action = SQS_ACTIONS[operation];
  if (!action) throw new UnknownCall(`sqs:${operation}`);
  const name = String(body.QueueName ?? String(body.QueueUrl).split('/').pop());
  return [{ action: `sqs:${action}`, resource: `arn:aws:sqs:${catalog.region}:${catalog.account}:${name}` }];
};

const secretsNeeds = (operation: string, body: Json, catalog: Catalog): Need[] => {
  const arnPrefix = `arn:aws:secretsmanager:${catalog.region}:${catalog.account}:secret:`;
  const id = String(body.SecretId);
  return [{ action: `secretsmanager:${operation}`, resource: catalog.secretArn(id) ?? `${arnPrefix}${id}` }];
};

const s3Needs = (operation: string, { Bucket, Key }: Json): Need[] => [
  { action: `s3:${operation}`, resource: `arn:aws:s3:::${Bucket}/${Key}` },
];

const recipientsOf = (form: URLSearchParams): string[] =>
  [...form].flatMap(([name, value]) => (/^Destination.*\.member\.\d+$/.test(name) ? [value] : []));

/** SendRawEmail can omit the sender, which is then in the From line of the MIME source. */
const senderOf = (rawBase64: string): string =>
  /^From:\s*(.+?)\r?$/im.exec(Buffer.from(rawBase64, 'base64').toString('utf8'))?.[1] ?? '';

const sesNeeds = (operation: string, form: URLSearchParams, catalog: Catalog): Need[] => {
  if (operation !== 'SendEmail' && operation !== 'SendRawEmail') throw new UnknownCall(`ses:${operation}`);
  const source = form.get('Source') ?? senderOf(form.get('RawMessage.Data') ?? '');
  const address = /<([^>]+)>\s*$/.exec(source)?.[1] ?? source;
  const arnPrefix = `arn:aws:ses:${catalog.region}:${catalog.account}`;
  const configurationSet = form.get('ConfigurationSetName');
  const action = `ses:${operation}`;
  const context = { 'ses:FromAddress': address };
  const addresses = [address, ...(catalog.mailSandbox ? recipientsOf(form) : [])];
  const identities = new Set(addresses.map((each) => catalog.identityOf(each) ?? each));
  return [
    ...[...identities].map((identity) => ({ action, resource: `${arnPrefix}:identity/${identity}`, context })),
    ...(configurationSet ? [{ action, resource: `${arnPrefix}:configuration-set/${configurationSet}`, context }] : []),
  ];
};

const TARGETS: [prefix: string, service: Service][] = [
  ['DynamoDB_20120810.', 'dynamodb'],
  ['AmazonSQS.', 'sqs'],
  ['secretsmanager.', 'secretsmanager'],
  ['AmazonS3.', 's3'],
];

/**
 * Determines a request's service, its operation and the permissions that it needs.
 * @param target the X-Amz-Target header; undefined for SES
 * @throws UnknownCall for services and operations that the product doesn't use
 */
export const classify = (target: string | undefined, body: string, catalog: Catalog): Call => {
  if (target === undefined) {
    const form = new URLSearchParams(body);
    const operation = form.get('Action') ?? '';
    return { service: 'ses', operation, needs: sesNeeds(operation, form, catalog) };
  }
  for (const [prefix, service] of TARGETS) {
    if (!target.startsWith(prefix)) continue;
    const operation = target.slice(prefix.length);
    const json = JSON.parse(body) as Json;
    const needsOf = {
      dynamodb: dynamodbNeeds,
      sqs: sqsNeeds,
      secretsmanager: secretsNeeds,
      s3: s3Needs,
      ses: undefined,
    };
    return { service, operation, needs: needsOf[service]?.(operation, json, catalog) ?? [] };
  }
  throw new UnknownCall(target);
};

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}
