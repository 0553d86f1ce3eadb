import { canaryStore } from '../adapters/dynamodb/canary-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { invokeHostClient } from '../adapters/invoke-host-client.ts';
import { runCanary } from '../invocations/canary.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig, variables } from '../platform/config.ts';
import { log } from '../platform/log.ts';

const { TABLE_NAME, INVOKE_URL } = variables;
const config = loadConfig({ TABLE_NAME, INVOKE_URL }, process.env);
const ports = {
  ...canaryStore(openTable(config.TABLE_NAME), clock),
  call: invokeHostClient(config.INVOKE_URL),
  clock,
};

/**
 * Sends a call through the whole system and checks whether the previous one arrived. Any error fails the run, which
 * raises an alarm.
 */
export const handler = async (): Promise<void> => {
  const wrong = await runCanary(ports);
  for (const reason of wrong) log.error('canary failed', { reason });
  if (wrong.length > 0) throw new Error(wrong.join('; '));
};
