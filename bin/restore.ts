import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { askByCommandLine } from '../lib/deploy/ask-aws.ts';
import { stackNamed } from '../lib/deploy/findings.ts';
import { type CopyReport, copyRestored, restoreTable } from '../lib/deploy/restore.ts';
import { loadSettings } from '../lib/settings.ts';

/**
 * `npm run restore -- --at 2026-11-20T11:30:00Z [--user ID] [--replace]` restores the table of STAGE, or one user's
 * items, from a time in the last 35 days; see docs/runbook.md#restoring-the-table. Existing items are kept unless
 * `--replace` is given.
 */
const { values } = parseArgs({
  options: { at: { type: 'string' }, user: { type: 'string' }, replace: { type: 'boolean', default: false } },
});
const { STAGE = 'dev', STAGE_SETTINGS } = process.env;

const described = ({ read, copied, kept, passedOver }: CopyReport) =>
  `${read} items read: ${copied} restored, ${kept} unchanged, ${passedOver} skipped`;

const main = async (): Promise<void> => {
  const at = new Date(values.at ?? '');
  const userId = values.user === undefined ? undefined : Number(values.user);
  if (Number.isNaN(at.getTime()) || (userId !== undefined && !Number.isInteger(userId)))
    throw new Error('usage: npm run restore -- --at 2026-11-20T11:30:00Z [--user ID] [--replace]');
  const { region } = loadSettings(STAGE, { overridesPath: STAGE_SETTINGS });
  const stack = await stackNamed(askByCommandLine, `tellhook-${STAGE}-data`, region);
  const table = stack?.outputs.TableName;
  if (!table) throw new Error(`There is no stack tellhook-${STAGE}-data in ${region}`);
  const client = new DynamoDBClient({ region });
  console.log(`Restoring ${table} as it was at ${at.toISOString()}; this takes minutes to hours …`);
  const from = await restoreTable({ client, table, at, pause: () => sleep(15_000) });
  const report = await copyRestored({
    client: DynamoDBDocumentClient.from(client),
    from,
    to: table,
    userId,
    replace: values.replace,
    now: new Date(),
    ...(process.stderr.isTTY && { onProgress: (it) => process.stderr.write(`\r${described(it)}`) }),
  });
  console.log(
    `\n${described(report)}\nWhen everything works: aws dynamodb delete-table --region ${region} --table-name ${from}`,
  );
};

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
