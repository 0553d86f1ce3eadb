import { BrokenData } from '../data-directory.ts';
import type { Backend } from '../iam/request-handler.ts';
import type { TableSpec } from '../template/read-data.ts';

type Call = (operation: string, parameters: Record<string, unknown>) => Promise<Record<string, unknown>>;

const createCall =
  (answer: Backend): Call =>
  async (operation, parameters) => {
    const { status, body } = await answer({
      target: `DynamoDB_20120810.${operation}`,
      body: JSON.stringify(parameters),
    });
    const content = JSON.parse(body) as Record<string, unknown>;
    if (status === 200) return content;
    throw Object.assign(new Error(`${operation}: ${content.message ?? content.Message ?? status}`), {
      type: String(content.__type),
    });
  };

/** A table's layout as comparable text: its keys and indexes. */
const layoutOf = (table: Record<string, unknown>): string => {
  const indexes = [table.GlobalSecondaryIndexes, table.LocalSecondaryIndexes].flatMap(
    (some) => (some as Record<string, unknown>[] | undefined) ?? [],
  );
  const projection = (index: Record<string, unknown>) => {
    const { ProjectionType, NonKeyAttributes = [] } = index.Projection as Record<string, string | string[]>;
    return [ProjectionType, [...NonKeyAttributes].sort()];
  };
  return JSON.stringify([
    table.KeySchema,
    indexes
      .map((index) => [index.IndexName, index.KeySchema, projection(index)])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  ]);
};

/** Thrown when the stored tables have a different layout than the template's. */
export class OtherLayout extends Error {
  override name = 'OtherLayout';
}

/**
 * Creates the template's tables in the stand-in. Existing tables keep their data.
 * @param keptIn the file that should contain tables of an earlier run
 * @throws OtherLayout if an existing table has different keys or indexes, BrokenData if `keptIn` has no tables
 */
export const ensureTables = async (tableStandIn: Backend, tables: TableSpec[], keptIn?: string): Promise<void> => {
  const call = createCall(tableStandIn);
  if (keptIn !== undefined) {
    const { TableNames } = await call('ListTables', {});
    if ((TableNames as string[]).length === 0)
      throw new BrokenData(`${keptIn} has no tables, although other data exists.`);
  }
  for (const { name, create, expiresAttribute } of tables) {
    try {
      await call('CreateTable', create);
    } catch (error) {
      if (!(error as { type?: string }).type?.endsWith('ResourceInUseException')) throw error;
      const { Table } = await call('DescribeTable', { TableName: name });
      if (layoutOf(Table as Record<string, unknown>) !== layoutOf(create)) {
        throw new OtherLayout(`The table ${name} was created by another version of the product.`);
      }
      continue;
    }
    if (expiresAttribute) {
      const TimeToLiveSpecification = { AttributeName: expiresAttribute, Enabled: true };
      await call('UpdateTimeToLive', { TableName: name, TimeToLiveSpecification });
    }
  }
};
