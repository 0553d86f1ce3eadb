import { finishDeletions } from './accounts/delete-account.ts';
import { deletionStore } from './adapters/dynamodb/deletion-store.ts';
import { dispatchDueIndex, dispatchStore } from './adapters/dynamodb/dispatch-store.ts';
import { providerReferenceStore } from './adapters/dynamodb/provider-reference-store.ts';
import { openTable } from './adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from './adapters/dynamodb/target-store.ts';
import { undecidedFinder } from './adapters/dynamodb/undecided-finder.ts';
import { webhookStore } from './adapters/dynamodb/webhook-store.ts';
import { sqsLanes } from './adapters/lanes.ts';
import { reconcile } from './dispatches/reconcile.ts';
import { sweep } from './dispatches/sweep.ts';
import { systemClock } from './platform/clock.ts';
import { loadConfig, variables } from './platform/config.ts';
import { forgetReferences } from './targets/delete-target.ts';

const { TABLE_NAME, LANES_QUEUE_URL } = variables;
const config = loadConfig({ TABLE_NAME, LANES_QUEUE_URL }, process.env);
const table = openTable(config.TABLE_NAME);
const lanes = sqsLanes(config.LANES_QUEUE_URL);
const ports = {
  index: dispatchDueIndex(table),
  finder: undecidedFinder(table, { webhooks: webhookStore(table), dispatches: dispatchStore(table, parseTarget) }),
  lanes,
  clock: systemClock,
};
const targetPorts = { targets: targetStore(table), references: providerReferenceStore(table) };
const deletionPorts = {
  deletions: deletionStore(table),
  forgetReferences: (userId: number) => forgetReferences(userId, targetPorts),
  clock: systemClock,
};

/** Every minute: puts what is due back into its lane, looks for what got stuck, and finishes begun deletions. */
export const handler = async (): Promise<void> => {
  await sweep(ports);
  await reconcile(ports);
  await finishDeletions(deletionPorts);
};
