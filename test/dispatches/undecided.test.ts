import { expect, it } from 'vitest';
import { dueAt, isFinal, newDispatch } from '../../lambdas/dispatches/dispatch.ts';
import { undecided } from '../../lambdas/dispatches/undecided.ts';
import { aSummary, aTarget, aWebhook, memoryDispatches, movableClock } from '../support/in-memory.ts';

const aMessage = () => {
  const summary = aSummary(movableClock()());
  const memory = memoryDispatches({ summary, target: aTarget(), webhook: aWebhook() });
  const { dispatches } = memory.stores;
  const message = { userId: 1, webhookId: 11, invocationId: summary.id, targetId: 21, generation: 0 };
  const look = async () => undecided(message, await dispatches.loadContext(message), { dispatches });
  return { summary, memory, dispatches, message, look };
};

it('is a new dispatch as long as nothing was tried', async () => {
  const { look } = aMessage();
  expect((await look())?.dispatch).toMatchObject({ state: 'pending', version: 0, target: { name: aTarget().name } });
});

it('is none for a message of an earlier generation', async () => {
  const { summary, dispatches, look } = aMessage();
  await dispatches.save({ ...newDispatch(summary, 21), generation: 1, placement: dueAt(new Date()) });
  expect(await look()).toBeUndefined();
});

it('is none once it is decided, which the overview learns although a crash came between', async () => {
  const { summary, memory, look } = aMessage();
  await memory.stores.dispatchItems.put({ ...newDispatch(summary, 21), state: 'success' });
  expect(await look()).toBeUndefined();
  expect(memory.table.summaries.get(summary.id)?.dispatches).toEqual({ 21: 'success' });
});

it('is none without its webhook, and comes back from nowhere', async () => {
  const { summary, memory, dispatches, look } = aMessage();
  const saved = await dispatches.save({ ...newDispatch(summary, 21), placement: dueAt(new Date()) });
  memory.table.webhooks.delete(11);
  expect(await look()).toBeUndefined();
  expect(memory.placeOf()).toBeUndefined();
  expect(saved && isFinal(saved)).toBe(false);
});
