import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { deleteTarget } from '../../lambdas/targets/delete-target.ts';
import { createWebhook } from '../../lambdas/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../lambdas/webhooks/delete-webhook.ts';
import { detachTarget } from '../../lambdas/webhooks/detach-target.ts';
import { updateWebhook } from '../../lambdas/webhooks/update-webhook.ts';
import { aWebhook, chosenFields, movableClock } from '../support/in-memory.ts';
import { noSamples } from '../support/no-samples.ts';
import { storeTargets, tableStandIn } from '../support/tables.ts';

/** Two verbs run interleaved: the second one runs completely at a chosen step of the first, on the stand-in. */
const standIn = tableStandIn();
let table: Table;
let ports: ReturnType<typeof portsOf>;
beforeEach(async () => {
  table = await standIn.another();
  ports = portsOf(table);
  const Item = { ...key.profile(1), status: 'premium', webhook_count: 0, target_count: 0 };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  await storeTargets(table, 1, [21, 22]);
});

const owner = { status: 'premium', premiumUntil: '2027-01-01T00:00:00Z' } as const;
const clock = movableClock();

const portsOf = (of: Table) => ({
  webhooks: webhookStore(of, clock),
  targets: targetStore(of),
  owners: { get: async () => owner },
  plans,
  clock,
  heldCalls: { hasten: async () => {} },
});

/** Runs an action only the first time that a step is reached. */
const once = (act: () => Promise<unknown>) => {
  let done = false;
  return async () => {
    if (done) return;
    done = true;
    await act();
  };
};

const store = (over: Partial<Webhook> = {}) => ports.webhooks.insert(aWebhook(over), owner, 25);
const stored = (id = 11) => ports.webhooks.get(1, id);

const removeTarget = (id: number, detach = detachTarget) =>
  deleteTarget(1, id, {
    targets: ports.targets,
    references: { add: async () => {}, remove: async () => {}, list: async () => [] },
    detachTarget: (userId, targetId) => detach(userId, targetId, ports),
    clock,
  });

/** The verbs' view of the targets, with an action that runs right after it was read. */
const targetsThen = (act: () => Promise<unknown>) => {
  const then = once(act);
  return {
    list: async (userId: number) => {
      const found = await ports.targets.list(userId);
      await then();
      return found;
    },
  };
};

describe('a webhook that is saved while its target is deleted', () => {
  it('does not keep the target if it was newly chosen', async () => {
    await store({ targetIds: [22] });
    const targets = targetsThen(() => removeTarget(21));
    await expect(updateWebhook(1, 11, chosenFields({ targetIds: [21] }), { ...ports, targets })).rejects.toMatchObject({
      code: 'target-unknown',
    });
    expect(await stored()).toMatchObject({ targetIds: [22], enabled: true });
  });

  it('does not get back a target that it had', async () => {
    await store({ targetIds: [21, 22] });
    const targets = targetsThen(() => removeTarget(21));
    await expect(
      updateWebhook(1, 11, chosenFields({ targetIds: [21, 22], name: 'Renamed' }), { ...ports, targets }),
    ).rejects.toMatchObject({ problem: 'invalid-input' });
    expect(await stored()).toMatchObject({ targetIds: [22] });
    expect((await routeReader(table).byRoute('a-route'))?.targetIds).toEqual([22]);
  });

  it('cannot choose the target between its removal from webhooks and its deletion', async () => {
    await store({ targetIds: [22] });
    await removeTarget(21, async (...args) => {
      await detachTarget(...args);
      await expect(updateWebhook(1, 11, chosenFields({ targetIds: [21] }), ports)).rejects.toMatchObject({
        problem: 'invalid-input',
      });
    });
    expect(await stored()).toMatchObject({ targetIds: [22] });
  });

  it('cannot be created with it either', async () => {
    const targets = targetsThen(() => removeTarget(21));
    await expect(createWebhook(1, chosenFields(), { ...ports, targets })).rejects.toMatchObject({
      problem: 'invalid-input',
    });
    expect(await ports.webhooks.list(1)).toEqual([]);
  });
});

describe('a confirmed save', () => {
  it('is not lost when a target is deleted', async () => {
    await store({ targetIds: [21, 22] });
    const save = once(() => updateWebhook(1, 11, chosenFields({ targetIds: [21, 22], name: 'Renamed' }), ports));
    await removeTarget(21, (userId, targetId) =>
      detachTarget(userId, targetId, {
        webhooks: {
          ...ports.webhooks,
          list: async (of) => {
            const found = await ports.webhooks.list(of);
            await save();
            return found;
          },
        },
      }),
    );
    expect(await stored()).toMatchObject({ name: 'Renamed', targetIds: [22] });
  });

  it('is not lost if an older webhook is deleted and this one moves up', async () => {
    await store();
    await store({ id: 12, route: 'another', position: 1, createdAt: '2026-11-02T00:00:00.000Z' });
    const save = once(() => updateWebhook(1, 12, chosenFields({ name: 'Renamed', targetIds: [22] }), ports));
    await deleteWebhook(1, 11, {
      samples: noSamples,
      webhooks: {
        ...ports.webhooks,
        list: async (of) => {
          const found = await ports.webhooks.list(of);
          await save();
          return found;
        },
      },
    });
    expect(await stored(12)).toMatchObject({ name: 'Renamed', targetIds: [22], position: 0 });
  });

  it('is the basis of a concurrent change', async () => {
    await store();
    const first = once(() => ports.webhooks.change(1, 11, (webhook) => ({ ...webhook, name: 'First' })));
    await ports.webhooks.change(1, 11, async (webhook) => {
      await first();
      return { ...webhook, enabled: false };
    });
    expect(await stored()).toMatchObject({ name: 'First', enabled: false });
  });

  it('is retried if the table reports two concurrent transactions', async () => {
    await store();
    let refused = 0;
    const busy = async (...[command]: Parameters<typeof table.client.send>) => {
      if (!(command instanceof TransactWriteCommand) || refused++ > 0) return table.client.send(command);
      const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
      throw Object.assign(new Error('busy'), { name: 'TransactionCanceledException', CancellationReasons });
    };
    const client = Object.assign(Object.create(table.client), { send: busy });
    const changed = await webhookStore({ ...table, client }, clock).change(1, 11, (it) => ({ ...it, name: 'Busy' }));
    expect([changed?.name, refused]).toEqual(['Busy', 2]);
  });

  it('is never overwritten by a change that is always too late, which is asked to reload', async () => {
    await store();
    let saves = 0;
    const late = ports.webhooks.change(1, 11, async (webhook) => {
      saves += 1;
      await ports.webhooks.change(1, 11, (it) => ({ ...it, name: `Save ${saves}` }));
      return { ...webhook, name: 'Late' };
    });
    await expect(late).rejects.toMatchObject({ problem: 'conflict' });
    expect(await stored()).toMatchObject({ name: `Save ${saves}` });
  });
});

describe('a target that is being deleted', () => {
  it('is not restored by a callback of its provider', async () => {
    await ports.targets.markDeleted(1, 21, clock());
    expect(await ports.targets.update(1, 21, { status: 'active' }, clock())).toBeUndefined();
  });

  it('can be deleted again after a crash in between', async () => {
    await store({ targetIds: [21, 22] });
    const crash = () => Promise.reject(new Error('crash'));
    await expect(removeTarget(21, crash)).rejects.toThrow('crash');
    await removeTarget(21);
    expect(await ports.targets.get(1, 21)).toBeUndefined();
    expect(await stored()).toMatchObject({ targetIds: [22] });
  });
});
