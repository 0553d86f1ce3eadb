import { describe, expect, it } from 'vitest';
import { type Catalog, classify, UnknownCall } from '../../../lib/local/iam/wire.ts';

const catalog: Catalog = {
  region: 'eu-central-1',
  account: '000000000000',
  secretArn: (id) => (id === 'providers' ? 'arn:secret:providers-abcdef' : undefined),
  identityOf: (address) => (address.endsWith('@tellhook.example') ? 'tellhook.example' : undefined),
};

const dynamodb = (operation: string, body: object) =>
  classify(`DynamoDB_20120810.${operation}`, JSON.stringify(body), catalog).needs.map(
    ({ action, resource }) => `${action} ${resource.split(':').pop()}`,
  );
const sqs = (operation: string, body: object) =>
  classify(`AmazonSQS.${operation}`, JSON.stringify(body), catalog).needs.map(
    ({ action, resource }) => `${action} ${resource.split(':').pop()}`,
  );

describe('the permissions that a DynamoDB call needs', () => {
  it('are the operation’s action on its table', () => {
    expect(dynamodb('UpdateItem', { TableName: 'things' })).toEqual(['dynamodb:UpdateItem table/things']);
    expect(dynamodb('GetItem', { TableName: 'arn:aws:dynamodb:eu-central-1:000000000000:table/things' })).toEqual([
      'dynamodb:GetItem table/things',
    ]);
  });

  it('are on the index if the call names one', () => {
    expect(dynamodb('Query', { TableName: 'things', IndexName: 'by-due' })).toEqual([
      'dynamodb:Query table/things/index/by-due',
    ]);
  });

  it('cover each table of a batch', () => {
    expect(dynamodb('BatchWriteItem', { RequestItems: { a: [], b: [] } })).toEqual([
      'dynamodb:BatchWriteItem table/a',
      'dynamodb:BatchWriteItem table/b',
    ]);
  });

  it('cover each part of a transaction', () => {
    const part = { TableName: 'things' };
    const TransactItems = [{ Put: part }, { Update: part }, { Delete: part }, { ConditionCheck: part }];
    expect(dynamodb('TransactWriteItems', { TransactItems })).toEqual([
      'dynamodb:PutItem table/things',
      'dynamodb:UpdateItem table/things',
      'dynamodb:DeleteItem table/things',
      'dynamodb:ConditionCheckItem table/things',
    ]);
    expect(dynamodb('TransactGetItems', { TransactItems: [{ Get: part }] })).toEqual(['dynamodb:GetItem table/things']);
  });
});

describe('the permissions that calls of other services need', () => {
  it('are the single action for a batch in SQS', () => {
    const QueueUrl = 'http://127.0.0.1:9/000000000000/lanes.fifo';
    expect(sqs('SendMessageBatch', { QueueUrl })).toEqual(['sqs:SendMessage lanes.fifo']);
    expect(sqs('DeleteMessageBatch', { QueueUrl })).toEqual(['sqs:DeleteMessage lanes.fifo']);
    expect(sqs('ChangeMessageVisibilityBatch', { QueueUrl })).toEqual(['sqs:ChangeMessageVisibility lanes.fifo']);
  });

  it('are on the secret, also when it is given by name', () => {
    const { needs } = classify('secretsmanager.GetSecretValue', '{"SecretId":"providers"}', catalog);
    expect(needs).toEqual([{ action: 'secretsmanager:GetSecretValue', resource: 'arn:secret:providers-abcdef' }]);
  });

  it('are on the sender’s identity and the configuration set for email', () => {
    const form = new URLSearchParams({
      Action: 'SendRawEmail',
      Source: 'Tellhook <hello@tellhook.example>',
      ConfigurationSetName: 'tellhook',
    });
    expect(classify(undefined, String(form), catalog).needs.map(({ resource }) => resource)).toEqual([
      'arn:aws:ses:eu-central-1:000000000000:identity/tellhook.example',
      'arn:aws:ses:eu-central-1:000000000000:configuration-set/tellhook',
    ]);
  });

  it('find the sender of a raw email in its From line', () => {
    const raw = Buffer.from('To: a@b.example\r\nFrom: hello@tellhook.example\r\n\r\nhi').toString('base64');
    const form = new URLSearchParams({ Action: 'SendRawEmail', 'RawMessage.Data': raw });
    expect(classify(undefined, String(form), catalog).needs[0]?.resource).toMatch(/identity\/tellhook\.example$/);
  });
});

describe('a call that is never permitted', () => {
  it.each([
    ['DynamoDB_20120810.ExecuteStatement', '{}'],
    ['AmazonSQS.PurgeQueue', '{"QueueUrl":"http://x/q"}'],
    ['AWSKMS.Decrypt', '{}'],
  ])('is unknown: %s', (target, body) => {
    expect(() => classify(target, body, catalog)).toThrow(UnknownCall);
  });
});
