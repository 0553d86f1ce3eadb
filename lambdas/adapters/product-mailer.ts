import { withSuppressionList } from '../mail/suppression.ts';
import type { Clock } from '../platform/clock.ts';
import { suppressionStore } from './dynamodb/suppression-store.ts';
import type { Table } from './dynamodb/table.ts';
import { type MailSettings, sesMailer } from './mailer.ts';

/** The way out for all mail of the product: through SES, and never to an address that is suppressed. */
export const productMailer = (settings: MailSettings, table: Table, clock: Clock) =>
  withSuppressionList(sesMailer(settings), {
    suppressions: suppressionStore(table),
    operator: settings.operator,
    clock,
  });
