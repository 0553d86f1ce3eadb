import type { ChangeWire } from '../../../lambdas/contract/audit.ts';
import { auditCsv, objectOf, whoOf } from '../../../lambdas/contract/audit-table.ts';
import { signedIn } from '../account.ts';
import { type Given, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { inLine, printJson, printTable, timeOf } from '../print.ts';

/** Prints all changes in the account's audit log, newest first. */
export const audit = async (given: Given, io: Io): Promise<0> => {
  if (given.flag('csv') && given.flag('json')) throw new UsageError('Use either --csv or --json');
  const { client } = await signedIn(io);
  const changes: ChangeWire[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call('listChanges', { query: { limit: '100', ...(cursor && { cursor }) } });
    changes.push(...page.changes);
    cursor = page.next;
  } while (cursor);
  if (given.flag('json')) printJson(changes, io);
  else if (given.flag('csv')) io.out(auditCsv(changes));
  else if (changes.length === 0) io.out('No changes yet.\n');
  else
    printTable(
      ['WHEN', 'WHERE', 'WHO', 'WHAT'],
      changes.map((change) => [
        timeOf(change.at, io.now()),
        inLine(change.ip, 45),
        inLine(whoOf(change), 40),
        inLine(
          [change.what, change.detail ?? '', objectOf(change), change.fields.join(', ')]
            .filter((part) => part !== '')
            .join(' · '),
          160,
        ),
      ]),
      io,
    );
  return 0;
};
