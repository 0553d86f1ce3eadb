import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { jsonClientOptions } from '../aws-client.ts';

/** The table and the client that all stores use. */
export interface Table {
  name: string;
  client: DynamoDBDocumentClient;
}

/** Creates the table's client, which connects with its first request. */
export const openTable = (name: string): Table => {
  const client: DynamoDBClient = new DynamoDBClient({
    maxAttempts: 3,
    ...jsonClientOptions('dynamodb', () => client.config),
  });
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
};

/** True if a conditional write failed because of its condition. This is an expected result, not a failure. */
export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/**
 * Waits for a conditional write.
 * @returns false if its condition was not met
 */
export const applied = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
};

type Of<Input> = Omit<Input, 'TableName'>;

export const getItem = ({ client, name }: Table, input: Of<GetCommandInput>) =>
  client.send(new GetCommand({ TableName: name, ...input }));

export const putItem = ({ client, name }: Table, input: Of<PutCommandInput>) =>
  client.send(new PutCommand({ TableName: name, ...input }));

export const updateItem = ({ client, name }: Table, input: Of<UpdateCommandInput>) =>
  client.send(new UpdateCommand({ TableName: name, ...input }));

export const deleteItem = ({ client, name }: Table, input: Of<DeleteCommandInput>) =>
  client.send(new DeleteCommand({ TableName: name, ...input }));

/** Reads one page of a query. */
export const queryItems = ({ client, name }: Table, input: Of<QueryCommandInput>) =>
  client.send(new QueryCommand({ TableName: name, ...input }));

/** The condition of an optimistic write: the item still has the version that was read, which is 0 before the first. */
export const ifVersion = (seen: number): Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'> =>
  seen === 0
    ? { ConditionExpression: 'attribute_not_exists(version)' }
    : { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': seen } };

/** Conditional writes. @returns false if the condition was not met */
export const putItemIf = (...of: Parameters<typeof putItem>) => applied(putItem(...of));
export const updateItemIf = (...of: Parameters<typeof updateItem>) => applied(updateItem(...of));
export const deleteItemIf = (...of: Parameters<typeof deleteItem>) => applied(deleteItem(...of));

/**
 * The reasons for cancelling a transaction, one per action (`None` if it could succeed); undefined for other errors.
 */
const cancellationReasons = (error: unknown): string[] | undefined =>
  error instanceof Error && error.name === 'TransactionCanceledException'
    ? ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(
        (reason) => reason.Code ?? 'None',
      )
    : undefined;

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An action of a transaction. The table's name is added when it is sent. */
export type Write = { [Action in keyof TransactItem]: Of<NonNullable<TransactItem[Action]>> };

/**
 * Writes all items in one transaction, or none.
 * @returns false if a condition was not met
 */
export const transact = async (table: Table, writes: Write[]): Promise<boolean> => {
  const refused = await transactOrWhyNot(table, writes);
  if (refused === undefined) return true;
  if (refused.reasons.includes('ConditionalCheckFailed')) return false;
  throw refused.error;
};

/**
 * Writes all items in one transaction, or none.
 * @returns undefined if it was written, otherwise the reason of each action and the error
 */
export const transactOrWhyNot = async (
  { client, name }: Table,
  writes: Write[],
): Promise<{ reasons: string[]; error: unknown } | undefined> => {
  const inTable = (write: Write): TransactItem =>
    Object.fromEntries(Object.entries(write).map(([action, input]) => [action, { TableName: name, ...input }]));
  try {
    await client.send(new TransactWriteCommand({ TransactItems: writes.map(inTable) }));
    return undefined;
  } catch (error) {
    const reasons = cancellationReasons(error);
    if (reasons) return { reasons, error };
    throw error;
  }
};
