import { expect, it } from 'vitest';
import { messages, type RouteMessages } from '#contract/messages';
import type { RouteName } from '#contract/routes';
import { inputsOf } from '../../lambdas/http/inputs-of.ts';

it.each(Object.keys(messages) as RouteName[])('reads the input of %s as the contract describes', async (name) => {
  const { params, query, request }: RouteMessages = messages[name];
  const given = await inputsOf(name);
  expect([given.params, given.query, given.request]).toEqual([params, query, request]);
});
