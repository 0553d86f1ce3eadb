import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The one table, and the client that reaches it; stores are made from this. */
export interface Table {
  name: string;
  client: DynamoDBDocumentClient;
}

/** Connects lazily: nothing is sent before the first call. */
export const openTable = (name: string): Table => ({
  name,
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3 }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
});

/** true when a conditional write was refused by its condition, which is an answer and not a fault. */
export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** The reasons of a cancelled transaction, one per action (`None` where that action was fine), or undefined. */
export const cancellationReasons = (error: unknown): string[] | undefined =>
  error instanceof Error && error.name === 'TransactionCanceledException'
    ? ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(
        (reason) => reason.Code ?? 'None',
      )
    : undefined;
