import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { fakesOf } from '../support/fakes.ts';
import type { LocalRun } from '../support/local-run.ts';
import { createWebhook } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { type Ask, type Asking, createAsking, type Told } from './asking.ts';
import { type Belongings, delivered, settle, viewOf } from './world.ts';

let run: LocalRun;
let asking: Asking;
let people: [Belongings, Belongings];
it.beforeAll(async ({ roomy }) => {
  run = roomy;
  asking = createAsking(run);
  people = [await settle(run), await settle(run)];
}, 120_000);

const withId = (Object.entries(routes) as [RouteName, RouteShape][]).filter(([, { path }]) => path.includes('{id}'));

/** Bodies that would have an effect on the caller's own items. `own` is a target of the caller. */
const bodies: Partial<Record<RouteName, (own: number) => unknown>> = {
  updateWebhook: (own) => ({ name: 'Taken over', target_ids: [own], enabled: false }),
  updateTarget: () => ({ name: 'Taken over', enabled: false }),
  setNotices: () => ({ wanted: false }),
  setHoldOrder: () => ({ order: 'arrival' }),
  answerReview: () => ({ keep: false }),
  updateUser: () => ({ current_password: 'plum-tart-under-glass', password: 'violet.Tramway.9' }),
};

/** The other user's ids that fit in the path: those of the route's own items first, then one of other items. */
const idsOf = (name: RouteName, { user, webhookId, targetId, pendingTargetId, invocationId }: Belongings): string[] => {
  const { path } = routes[name];
  if (path.startsWith('/invocation/')) return [invocationId];
  if (path.startsWith('/dispatch/')) return [`${invocationId}-${targetId.toString(36)}`];
  if (path.startsWith('/webhook/')) return [webhookId, targetId].map(String);
  if (path.startsWith('/target/')) return [targetId, pendingTargetId, webhookId].map(String);
  return [user.userId, webhookId].map(String);
};

const MISSING_NUMBER = 1_234_567_890_123_456;
const missing = (id: string): string =>
  /^\d+$/.test(id) && id.length < 17
    ? String(MISSING_NUMBER)
    : `${id.slice(0, -4)}${id.endsWith('0000') ? '1111' : '0000'}`;

/** The parts by which a caller could distinguish two responses, without the requested id and the request id. */
const distinguishable = ({ status, headers, text }: Told, id: string | number) => ({
  status,
  headers: [...headers.keys()].filter((name) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name)),
  body: text.replace(/"instance":"[^"]*"/, '').replaceAll(String(id), '<id>'),
});

/** Sends a request for another user's item. Returns its response, and the response for a non-existent id. */
type Trespass = (own: Belongings, other: Belongings) => Promise<[Told, string | number, Told, string | number]>;

const byPath =
  (name: RouteName, which: number): Trespass =>
  async (own, other) => {
    const ids = idsOf(name, other);
    const id = ids[which % ids.length] as string;
    const body = bodies[name]?.(own.targetId);
    const how: Ask = { token: own.user.token, ...(body !== undefined && { body }) };
    return [
      await asking.ask(name, { ...how, id }),
      id,
      await asking.ask(name, { ...how, id: missing(id) }),
      missing(id),
    ];
  };

const byTargets =
  (name: 'createWebhook' | 'updateWebhook', which: number): Trespass =>
  async (own, other) => {
    const id = [other.targetId, other.pendingTargetId][which % 2] as number;
    const ask = (foreign: number) => {
      const webhook = { name: 'Mine', target_ids: [own.targetId, foreign] };
      const body = name === 'createWebhook' ? { webhook, targets: [{ id: foreign }] } : webhook;
      return asking.ask(name, { token: own.user.token, id: own.webhookId, body });
    };
    return [await ask(id), id, await ask(MISSING_NUMBER), MISSING_NUMBER];
  };

const byCookie: Trespass = async (own, other) => {
  const ask = (userId: number) => asking.ask('refreshToken', { cookie: own.user.cookie, body: { user_id: userId } });
  const { userId } = other.user;
  return [await ask(userId), userId, await ask(MISSING_NUMBER), MISSING_NUMBER];
};

/** A cursor from the other user's list must not continue the caller's own list. */
const byCursor: Trespass = async (own, other) => {
  const ask = (invocationId: string) => {
    const cursor = Buffer.from(`INVOCATION#${other.webhookId}#${invocationId}`).toString('base64url');
    return asking.ask('listInvocations', { token: own.user.token, id: own.webhookId, query: { cursor } });
  };
  return [
    await ask(other.invocationId),
    other.invocationId,
    await ask(missing(other.invocationId)),
    missing(other.invocationId),
  ];
};

const trespass: fc.Arbitrary<Trespass> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...withId.map(([name]) => name)), fc.nat(3))
      .map(([name, n]) => byPath(name, n)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('createWebhook' as const, 'updateWebhook' as const), fc.nat(1))
      .map(([name, n]) => byTargets(name, n)),
  },
  fc.constant(byCookie),
  fc.constant(byCursor),
);

/** Actions of a user on their own items in between, which must not affect the other user. */
const ownDoing = fc.constantFrom<(own: Belongings) => Promise<unknown>>(
  async ({ user, webhookUrl }) => {
    const response = await fetch(webhookUrl, { method: 'POST', body: '{}' });
    await delivered(user, ((await response.json()) as { id: string }).id);
  },
  ({ user, targetId, webhookId }) =>
    user.api('updateWebhook', { id: webhookId, body: { name: 'Renamed', target_ids: [targetId] } }),
  ({ user, targetId }) => user.api('updateTarget', { id: targetId, body: { name: 'Renamed too' } }),
  async ({ user, targetId }) => {
    const { id } = await createWebhook(run, user, [targetId]);
    await user.api('deleteWebhook', { id });
  },
);

const step = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.oneof(
    { weight: 3, arbitrary: trespass.map((go) => ({ kind: 'trespass' as const, go })) },
    ownDoing.map((go) => ({ kind: 'own' as const, go })),
  ),
});

it('no sequence of calls lets a user read, change or count another user’s objects', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      // While the same user acts, the other user's view after one step is the view before the next one.
      let seen: { who: number; view: unknown[] } | undefined;
      for (const { who, what } of steps) {
        const own = people[who] as Belongings;
        const other = people[1 - who] as Belongings;
        const before = seen?.who === who ? seen.view : await viewOf(other);
        if (what.kind === 'own') await what.go(own);
        else {
          const [foreign, id, none, noId] = await what.go(own, other);
          expect(distinguishable(foreign, id)).toEqual(distinguishable(none, noId));
          expect(foreign.status).toBeGreaterThanOrEqual(400);
        }
        expect(await viewOf(other)).toEqual(before);
        seen = { who, view: before };
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);

it("another user's object costs the product the same work as a missing one, so no timing reveals it", async () => {
  const fakes = fakesOf(run);
  const [ada, bob] = people;
  const work = async (ask: () => Promise<unknown>) => {
    await fetch(`${run.fakesUrl}/api/aws`, { method: 'DELETE' });
    await ask();
    const { api, accounts } = await fakes.aws();
    return [api?.calls, accounts?.calls];
  };
  for (const [name] of withId) {
    for (const id of idsOf(name, ada)) {
      const body = bodies[name]?.(bob.targetId);
      const how: Ask = { token: bob.user.token, ...(body !== undefined && { body }) };
      const both = async () => [
        await work(() => asking.ask(name, { ...how, id })),
        await work(() => asking.ask(name, { ...how, id: missing(id) })),
      ];
      let [foreign, none] = await both();
      // Work for the calls of the test before can end in one of the two, but not each time.
      for (let tries = 0; tries < 3 && !isDeepStrictEqual(foreign, none); tries += 1) [foreign, none] = await both();
      expect(foreign, `${name} ${id}`).toEqual(none);
    }
  }
}, 60_000);
