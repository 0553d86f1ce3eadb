import { describe, expect, it, vi } from 'vitest';
import { callFinder } from '../../lambdas/adapters/dynamodb/call-finder.ts';
import { listInvocations } from '../../lambdas/invocations/read-invocations.ts';
import { searchInvocations } from '../../lambdas/invocations/search-invocations.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { dropLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { anAccount } from './held/account.ts';

dropLog();
const standIn = tableStandIn();

/** An account with a quota of one call, its renders, and its list as the owner sees it. */
const account = async (webhook: Partial<Webhook> = {}) => {
  const it = await anAccount(await standIn.another(), 1);
  const { invocations, renderer, webhooks } = it.ports;
  const render = vi.fn(renderer.render);
  const setHeadline = vi.fn(invocations.setHeadline);
  const ports = {
    ...it.ports,
    renderer: { render },
    invocations: { ...invocations, setHeadline },
    callFinder: callFinder(it.table),
    webhooks: {
      get: async (userId: number, id: number) => {
        const found = await webhooks.get(userId, id);
        return found && { ...found, ...webhook };
      },
    },
  };
  const page = { offset: 0, limit: 25, view: 'summary' } as const;
  return {
    ...it,
    ports,
    render,
    setHeadline,
    titles: async () => (await listInvocations(1, 11, page, ports)).items.map(({ message }) => message?.title),
    found: async (text: string) =>
      (await searchInvocations(1, 11, { text, limit: 25 }, ports)).invocations.map(({ message }) => message?.title),
  };
};

describe('a call’s headline if no dispatcher has seen the call', () => {
  it('is made by the first list that shows a held call, and stored in one write', async () => {
    const it = await account();
    await it.call(11, '{"title":"Order 1 was paid"}');
    await it.call(11, '{"title":"Order 2 was paid"}');
    expect(it.render).not.toHaveBeenCalled();
    expect(await it.titles()).toEqual(['Order 2 was paid', undefined]);
    expect(await it.titles()).toEqual(['Order 2 was paid', undefined]);
    expect([it.render.mock.calls.length, it.setHeadline.mock.calls.length]).toEqual([1, 1]);
  });

  it('is made by a search that finds the call first', async () => {
    const it = await account();
    await it.call();
    const held = await it.call(11, '{"title":"Order 2 was paid"}');
    expect(await it.found('order 2')).toEqual(['Order 2 was paid']);
    expect((await it.summary(held.id))?.headline).toMatchObject({ title: 'Order 2 was paid' });
  });

  it('is searched, because it can have words that are not in the call', async () => {
    const it = await account({ useTemplate: true, template: '{{ n }} people arrived' });
    await it.call();
    await it.call(11, '{"n":3}');
    expect(await it.titles()).toEqual(['3 people arrived', undefined]);
    expect(await it.found('PEOPLE arr')).toEqual(['3 people arrived']);
    expect(await it.found('people left')).toEqual([]);
  });

  it('is made for a call that waits in the queue, but not for one that is being sent', async () => {
    const it = await account();
    await it.call(11, '{"title":"Order 1 was paid"}');
    it.clock.advance(9);
    expect(await it.titles()).toEqual([undefined]);
    it.clock.advance(2);
    expect(await it.titles()).toEqual(['Order 1 was paid']);
  });

  it('is that of the default message if the template fails, so no list renders it again', async () => {
    const it = await account({ useTemplate: true, template: '{{#each}}' });
    await it.call();
    await it.call(11, '{"title":"Order 2 was paid"}');
    expect(await it.titles()).toEqual(['Order 2 was paid', undefined]);
    const renders = it.render.mock.calls.length;
    await it.titles();
    expect(it.render).toHaveBeenCalledTimes(renders);
  });

  it('delays a list by one render at most if the renderer has no time', async () => {
    const it = await account();
    for (let number = 0; number < 4; number++) await it.call(11, `{"title":"Order ${number} was paid"}`);
    it.render.mockImplementation(async () => ({
      error: { code: 'E2001', message: 'The system is busy', line: 1, column: 1, retryAfterSeconds: 30 },
    }));
    expect(await it.titles()).toEqual([undefined, undefined, undefined, undefined]);
    expect(it.render).toHaveBeenCalledOnce();
  });

  it('is shown although it could not be stored', async () => {
    const it = await account();
    await it.call();
    await it.call(11, '{"title":"Order 2 was paid"}');
    it.setHeadline.mockRejectedValueOnce(new Error('the table is busy'));
    expect(await it.titles()).toEqual(['Order 2 was paid', undefined]);
  });

  it('never replaces that of a sent message', async () => {
    const it = await account();
    const sent = await it.call();
    await it.ports.invocations.setHeadline(sent, { title: 'As sent' });
    await it.ports.invocations.setHeadline(sent, { title: 'Later' });
    expect((await it.summary(sent.id))?.headline).toEqual({ title: 'As sent' });
  });
});
