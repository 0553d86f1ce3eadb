import { describe, expect } from 'vitest';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import type { LocalRun } from '../support/local-run.ts';
import { call, eventually, solvedChallenge } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { type Asking, createAsking } from './asking.ts';

const table = Object.entries(routes) as [RouteName, RouteShape][];

/** All signed-in requests of a trial. A further one is a decision, so the list is written here again. */
const allowed: RouteName[] = [
  'getWebhook',
  'listInvocations',
  'testWebhook',
  'listDispatches',
  'getUser',
  'deleteUser',
];

let run: LocalRun;
let asking: Asking;
let trial: { token: string; userId: number; webhookId: number; invocationId: string };

it.beforeAll(async ({ roomy }) => {
  run = roomy;
  asking = createAsking(run);
  const { outcome, body } = await asking.ask('startTrial', {
    body: { challenge: await solvedChallenge(run, 'TRIAL') },
  });
  expect(outcome).toBe('success');
  const { access_token: token, user_id: userId, webhook_id: webhookId, route } = body;
  const response = await fetch(`${run.invokeUrl}/${route}`, { method: 'POST', body: '{"hello":"world"}' });
  const { id: invocationId } = (await response.json()) as { id: string };
  trial = { token, userId, webhookId, invocationId };
}, 120_000);

/** A request whose ids are the trial's own, so only the access rule can reject it. */
const ownIdFor = (path: string): number | string => {
  const begin = path.split('/')[1];
  if (begin === 'user') return trial.userId;
  return begin === 'webhook' ? trial.webhookId : trial.invocationId;
};

describe('a trial', () => {
  it.each(table.filter(([name, { access }]) => access === 'user' && !allowed.includes(name)))(
    'cannot make the request %s',
    async (name, { method, path }) => {
      const ask = { token: trial.token, id: ownIdFor(path), ...(method !== 'GET' && { body: {} }) };
      const { outcome, body } = await asking.ask(name, ask);
      expect([outcome, body.code]).toEqual(['forbidden', 'trial-not-allowed']);
    },
  );

  it('reads its webhook, its calls and itself, and sends test calls', async () => {
    const { token, userId, webhookId, invocationId } = trial;
    const own = async (name: RouteName, id?: number | string, more = {}) => {
      const { outcome, body } = await asking.ask(name, { token, id, ...more });
      expect([name, outcome]).toEqual([name, 'success']);
      return body;
    };
    await own('getWebhook', webhookId);
    await own('listInvocations', webhookId);
    await own('getUser', userId);
    await own('testWebhook', webhookId, { body: { sample: 'order' } });
    const [message] = await eventually(async () => {
      const messages = await own('listDispatches', invocationId);
      return messages[0]?.status === 'success' && messages;
    }, 'the message');
    expect(message.rendered_message).toContain('world');
  });

  it('deletes itself', async () => {
    const { token, userId: id } = trial;
    expect((await asking.ask('deleteUser', { token, id })).outcome).toBe('success');
    expect((await call(run, 'getUser', { token, id })).status).toBe(401);
  });

  it('has every allowed request in the route table, and no other', () => {
    expect(
      table
        .filter(([, { trial: may }]) => may)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...allowed].sort());
  });
});
