import { canaryStore } from '../adapters/dynamodb/canary-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { invokeHostClient } from '../adapters/invoke-host-client.ts';
import { statusStore } from '../adapters/status-store.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { runCanary } from '../status/canary.ts';
import { publishStatus } from '../status/publish.ts';
import { withCheck } from '../status/record.ts';

const config = loadConfig(['TABLE_NAME', 'INVOKE_URL', 'SITE_BUCKET', 'CANARY_MINUTES']);
const canary = {
  ...canaryStore(openTable(config.TABLE_NAME), clock),
  call: invokeHostClient(config.INVOKE_URL),
  clock,
};
const status = { ...statusStore(config.SITE_BUCKET), everyMinutes: config.CANARY_MINUTES };

/**
 * Sends a call through the whole system, checks whether the previous one arrived, and publishes the result on the
 * status page. Any fault fails the run, which raises an alarm.
 */
export const handler = async (): Promise<void> => {
  const { check, wrong } = await runCanary(canary);
  for (const reason of wrong) log.error('canary failed', { reason });
  await publishStatus(status, clock(), (record) => withCheck(record, check));
  if (wrong.length > 0) throw new Error(wrong.join('; '));
};
