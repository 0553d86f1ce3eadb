import { expect } from 'vitest';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { scopes } from '#contract/scopes';
import { parseInvocationId } from '../../lambdas/platform/ids.ts';
import { type Addresses, createWebhook, type User } from '../support/product.ts';
import type { Ask, Asking } from './asking.ts';
import type { Belongings } from './world.ts';

/** Creates a key with all scopes that is restricted to these webhooks. */
export const bindKey = async (user: User, ...webhookIds: number[]) =>
  user.api('createKey', { body: { name: 'Bound', scopes: [...scopes], webhook_ids: webhookIds } });

/** Creates a key that is restricted to a separate webhook, which no other test uses. */
export const keyElsewhere = async (product: Addresses, user: User): Promise<string> => {
  const { id: target } = await user.api('createTarget', { body: { name: 'Elsewhere', type: 'mock' } });
  const { id } = await createWebhook(product, user, [target], { name: 'Elsewhere' });
  return (await bindKey(user, id)).key;
};

/** The webhook that a request concerns. */
const webhookOf = async (name: RouteName, { id = '' }: Ask, owner: Belongings): Promise<number> => {
  if (name === 'getReplay') return (await owner.user.api('getReplay', { id })).webhook_id;
  if (routes[name].path.startsWith('/webhook/')) return Number(id);
  return parseInvocationId(String(id).split('-')[0] ?? '')?.webhookId ?? owner.webhookId;
};

/** The keys restricted to the owners' first webhooks, which most requests concern. */
const ownKeys = new WeakMap<Belongings, Awaited<ReturnType<typeof bindKey>>>();

/** Sends a valid request with a key restricted to another webhook, and with a key restricted to the right one. */
export const expectBound = async (
  name: RouteName,
  how: Ask,
  { asking, owner, elsewhere }: { asking: Asking; owner: Belongings; elsewhere: string },
): Promise<void> => {
  const { boundKeys, keys, path }: RouteShape = routes[name];
  if (keys === 'none') return;
  const told = await asking.ask(name, { ...how, token: elsewhere });
  const outcome = told.outcome === 'forbidden' ? told.body.code : told.outcome;
  if (boundKeys === 'refused') {
    expect(outcome).toBe('key-bound');
    return;
  }
  expect(outcome).toBe(boundKeys !== 'allowed' && path.includes('{id}') ? 'not-found' : 'success');
  for (const foreign of [owner.webhookId, owner.targetId, owner.pendingTargetId, owner.invocationId])
    expect(told.text, 'names nothing of another webhook').not.toContain(String(foreign));
  if (boundKeys === undefined) {
    const missing = { ...how, token: owner.user.token, id: missingId(how.id) };
    expect(told.body.detail, 'as for what does not exist').toBe((await asking.ask(name, missing)).body.detail);
  }
  const webhookId = await webhookOf(name, how, owner);
  const right = (webhookId === owner.webhookId && ownKeys.get(owner)) || (await bindKey(owner.user, webhookId));
  expect((await asking.ask(name, { ...how, token: right.key })).outcome).toBe('success');
  if (webhookId === owner.webhookId) ownKeys.set(owner, right);
  else await owner.user.api('deleteKey', { id: right.id });
};

/** A well-formed id that does not exist. */
const missingId = (id: Ask['id']): string =>
  typeof id === 'number' ? '4242' : String(id).replace(/^.{9}/, '000000001');
