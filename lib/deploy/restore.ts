import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { ownerIn, restorable } from '../../lambdas/adapters/dynamodb/keys.ts';
import { applied } from '../../lambdas/adapters/dynamodb/table.ts';

/** Number of table segments that are read in parallel. */
const SEGMENTS = 16;
/** Number of a segment's items that are written in parallel. */
const WRITES = 8;

/** The result of a copy, in numbers of items. */
export interface CopyReport {
  read: number;
  /** Items that belong to another user, are expired, or must not be restored (sessions, tokens, throttle windows). */
  passedOver: number;
  copied: number;
  /** Items that already exist in the target table and were left unchanged. */
  kept: number;
}

interface CopyOptions {
  client: DynamoDBDocumentClient;
  from: string;
  to: string;
  /** Copies only this user's data. */
  userId?: number | undefined;
  /** True if restored items replace existing ones instead of only filling gaps. */
  replace?: boolean;
  now: Date;
  onProgress?: (report: CopyReport) => void;
}

/** Copies a restored table into the current one, all segments in parallel. */
export const copyRestored = async (options: CopyOptions): Promise<CopyReport> => {
  const { client, from, to, userId, replace = false, now, onProgress } = options;
  const report: CopyReport = { read: 0, passedOver: 0, copied: 0, kept: 0 };
  const seconds = now.getTime() / 1000;
  const isWanted = (item: Record<string, unknown>): boolean =>
    restorable(String(item.pk), String(item.sk)) &&
    !(typeof item.expires_at === 'number' && item.expires_at < seconds) &&
    (userId === undefined || ownerIn(item) === userId);
  const put = async (Item: Record<string, unknown>): Promise<void> => {
    const written = await applied(
      client.send(
        new PutCommand({ TableName: to, Item, ...(!replace && { ConditionExpression: 'attribute_not_exists(pk)' }) }),
      ),
    );
    report[written ? 'copied' : 'kept'] += 1;
  };
  const copySegment = async (Segment: number): Promise<void> => {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await client.send(
        new ScanCommand({ TableName: from, Segment, TotalSegments: SEGMENTS, ExclusiveStartKey, ConsistentRead: true }),
      );
      const items = page.Items ?? [];
      const wanted = items.filter(isWanted);
      report.read += items.length;
      report.passedOver += items.length - wanted.length;
      for (let first = 0; first < wanted.length; first += WRITES)
        await Promise.all(wanted.slice(first, first + WRITES).map(put));
      onProgress?.(report);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
  await Promise.all(Array.from({ length: SEGMENTS }, (_, segment) => copySegment(segment)));
  return report;
};

interface RestoreOptions {
  client: DynamoDBClient;
  table: string;
  at: Date;
  /** Waits between two checks. */
  pause: () => Promise<void>;
}

/** The name of the table as of a given time. */
const restoredName = (table: string, at: Date): string =>
  `${table}-restored-${at.toISOString().replace(/\D/g, '').slice(0, 14)}`;

/** Restores the table as of a given time into a new one, or continues to. Resolves to its name when it is readable. */
export const restoreTable = async ({ client, table, at, pause }: RestoreOptions): Promise<string> => {
  const name = restoredName(table, at);
  const statusOf = async (): Promise<string | undefined> => {
    try {
      return (await client.send(new DescribeTableCommand({ TableName: name }))).Table?.TableStatus;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  };
  if ((await statusOf()) === undefined)
    await client.send(
      new RestoreTableToPointInTimeCommand({ SourceTableName: table, TargetTableName: name, RestoreDateTime: at }),
    );
  while ((await statusOf()) !== 'ACTIVE') await pause();
  return name;
};
