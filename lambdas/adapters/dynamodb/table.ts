import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { clientOptions } from '../client-options.ts';

/** The one table, and the client that reaches it; stores are made from this. */
export interface Table {
  name: string;
  client: DynamoDBDocumentClient;
}

/** Connects lazily: nothing is sent before the first call. */
export const openTable = (name: string): Table => ({
  name,
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3, ...clientOptions }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
});

/** true when a conditional write was refused by its condition, which is an answer and not a fault. */
export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** Waits for a conditional write. @returns whether it was made; false when its condition was not met, which is no fault */
export const applied = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
};

/** The reasons of a cancelled transaction, one per action (`None` where that action was fine), or undefined. */
export const cancellationReasons = (error: unknown): string[] | undefined =>
  error instanceof Error && error.name === 'TransactionCanceledException'
    ? ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(
        (reason) => reason.Code ?? 'None',
      )
    : undefined;

/** Writes all or nothing. @returns false when a condition was not met, which is an answer and not a fault. */
export const transact = async (
  { client }: Table,
  TransactItems: NonNullable<TransactWriteCommandInput['TransactItems']>,
): Promise<boolean> => {
  try {
    await client.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (cancellationReasons(error)?.includes('ConditionalCheckFailed')) return false;
    throw error;
  }
};
