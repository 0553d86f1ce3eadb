import { CreateTableCommand, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createHandler, createSigner } from '../../lambdas/adapters/aws-client.ts';
import { dueIndex, targetIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { startTableStandIn } from '../../lib/local/stand-ins/table-stand-in.ts';

/** An empty table with the product's schema in the DynamoDB stand-in, and its address for other programs. */
export interface TestTable {
  table: Table;
  /** The stand-in's URL, `http://127.0.0.1:PORT`, for code that creates its own client. */
  endpoint: string;
  /** Creates another empty table in the same stand-in, so tests of one file do not see each other's items. */
  another(): Promise<Table>;
  /** Creates another table with the same items, for tests that start from the same state many times. */
  copyOf(original: Table): Promise<Table>;
  stop(): Promise<void>;
}

/** The table as described by the Data stack: pk, sk, and the sparse index of due items. */
const createTable = async (client: DynamoDBClient, name: string): Promise<void> => {
  const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        ...['pk', 'sk', 'due_pk', 'due_sk'].map(text),
        { AttributeName: targetIndex.sortKey, AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: targetIndex.name,
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: targetIndex.sortKey, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: targetIndex.shows },
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: dueIndex.name,
          KeySchema: [
            { AttributeName: 'due_pk', KeyType: 'HASH' },
            { AttributeName: 'due_sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: dueIndex.shows },
        },
      ],
    }),
  );
};

const handler = createHandler({ connection: 30_000, answer: 30_000 });

/** Maximum number of items in one batch. */
const BATCH = 25;

/** Starts the DynamoDB stand-in in memory on a free loopback port with one empty table. Call `stop` in `afterAll`. */
export const startTable = async (): Promise<TestTable> => {
  const { origin: endpoint, stop } = await startTableStandIn({ dataDir: null, onOutput: () => undefined });
  // The product's signer and handler need less CPU time than the SDK's. A busy machine may stall for seconds.
  const client: DynamoDBClient = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    signer: createSigner('dynamodb', () => client.config),
    requestHandler: handler as unknown as NonNullable<DynamoDBClientConfig['requestHandler']>,
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  let made = 0;
  const another = async (): Promise<Table> => {
    made += 1;
    const name = `tellhook-${made}`;
    await createTable(client, name);
    return { name, client: documents };
  };
  const copyOf = async (original: Table): Promise<Table> => {
    const copy = await another();
    const { Items = [], LastEvaluatedKey } = await documents.send(
      new ScanCommand({ TableName: original.name, ConsistentRead: true }),
    );
    if (LastEvaluatedKey) throw new Error('this table is too large to copy');
    const puts = Items.map((Item) => ({ PutRequest: { Item } }));
    for (let at = 0; at < puts.length; at += BATCH)
      await documents.send(new BatchWriteCommand({ RequestItems: { [copy.name]: puts.slice(at, at + BATCH) } }));
    return copy;
  };
  return {
    table: await another(),
    endpoint,
    another,
    copyOf,
    stop: async () => {
      client.destroy();
      await stop();
    },
  };
};
