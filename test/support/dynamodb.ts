import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dueIndex, targetIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';

/** An empty table of the product's shape in the DynamoDB stand-in, and what is needed to reach it from elsewhere. */
export interface TestTable {
  table: Table;
  /** `http://127.0.0.1:PORT`, for code that makes its own client. */
  endpoint: string;
  /** Another empty table in the same stand-in, so that tests of one file do not see each other's items. */
  another(): Promise<Table>;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const binary = () => {
  const manifest = createRequire(import.meta.url).resolve(`@dynoxide/linux-${process.arch}/package.json`);
  return join(manifest, '..', 'dynoxide');
};

/** Resolves when the stand-in says that it listens; rejects when it ended instead (its port was taken meanwhile). */
const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      if (String(chunk).includes('listening')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the DynamoDB stand-in ended with ${code}`)));
    child.once('error', reject);
  });

const startStandIn = async (triesLeft = 5): Promise<{ child: ChildProcess; endpoint: string }> => {
  const port = await freePort();
  const child = spawn(binary(), ['--port', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await ready(child);
    return { child, endpoint: `http://127.0.0.1:${port}` };
  } catch (error) {
    if (triesLeft === 0) throw error;
    return startStandIn(triesLeft - 1);
  }
};

/** The table as the Data stack describes it: pk and sk, and the sparse index of things that are due. */
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
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['user_id', 'webhook_id', 'message'] },
        },
      ],
    }),
  );
};

/** Starts the DynamoDB stand-in in memory on a free loopback port with one empty table. Call `stop` in `afterAll`. */
export const startTable = async (): Promise<TestTable> => {
  const { child, endpoint } = await startStandIn();
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  let made = 0;
  const another = async (): Promise<Table> => {
    made += 1;
    const name = `tellhook-${made}`;
    await createTable(client, name);
    return { name, client: documents };
  };
  return {
    table: await another(),
    endpoint,
    another,
    stop: async () => {
      client.destroy();
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
