import { describe, expect } from 'vitest';
import { includesRole } from '#contract/roles';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { scopes } from '#contract/scopes';
import type { LocalRun } from '../support/local-run.ts';
import { signUp, type User } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { type Ask, type Asking, createAsking } from './asking.ts';
import { type Belongings, delivered, freshAddress, goodCalls, joinTeam, settle, viewOf } from './world.ts';

const table = (Object.entries(routes) as [RouteName, RouteShape][]).filter(([, { access }]) => access === 'user');
/** Every fifth route also gets requests of strangers, because one place rejects them for all routes. */
const isInSample = (name: RouteName): boolean => table.findIndex(([each]) => each === name) % 5 === 0;
const inWorkspaces = table.filter(([, { role }]) => role !== 'self');

let run: LocalRun;
let asking: Asking;
let owner: Belongings;
let good: ReturnType<typeof goodCalls>;
let editor: User;
let viewer: User;
let removed: User;
let stranger: User;
/** A key with all scopes of each user. */
let keys: { owner: string; editor: string; removed: string };

it.beforeAll(async ({ roomy }) => {
  run = roomy;
  asking = createAsking(run);
  owner = await settle(run);
  good = goodCalls(run, owner);
  editor = await joinTeam(run, owner.user, 'editor');
  viewer = await joinTeam(run, owner.user, 'viewer');
  removed = await joinTeam(run, owner.user, 'editor');
  await owner.user.api('removeMember', { id: removed.userId });
  stranger = await signUp(run, freshAddress());
  const keyOf = async (user: User) => (await user.api('createKey', { body: { name: 'All', scopes: [...scopes] } })).key;
  keys = { owner: await keyOf(owner.user), editor: await keyOf(editor), removed: await keyOf(removed) };
}, 120_000);

/** Sends a valid request for the owner's items with another token, in the owner's workspace. */
const outcomeFor = async (how: Ask, name: RouteName, token: string) => {
  const told = await asking.ask(name, { ...how, token, workspace: owner.user.userId });
  return { result: told.outcome === 'success' ? 'success' : told.body.code, text: told.text };
};

it.each(inWorkspaces)('%s in a workspace needs the right role of a member', async (name, { role, keys: scope }) => {
  let how = await good[name]();
  if (isInSample(name)) {
    await delivered(owner.user, owner.invocationId);
    const before = await viewOf(owner);
    for (const { token } of [stranger, removed])
      expect((await outcomeFor(how, name, token)).result).toBe('not-a-member');
    for (const key of [keys.editor, keys.removed])
      expect((await outcomeFor(how, name, key)).result).toBe(scope === 'none' ? 'key-not-allowed' : 'not-a-member');
    if (scope === 'none') expect((await outcomeFor(how, name, keys.owner)).result).toBe('key-not-allowed');
    expect(await viewOf(owner)).toEqual(before);
  }
  for (const [held, user] of [
    ['viewer', viewer],
    ['editor', editor],
  ] as const) {
    const { result, text } = await outcomeFor(how, name, user.token);
    expect([held, result]).toEqual([held, includesRole(held, role as typeof held) ? 'success' : 'role-missing']);
    if (result === 'success') how = await good[name]();
    // A viewer sees nothing that lets them call a webhook.
    if (role === 'viewer' && held === 'viewer')
      for (const { route } of await owner.user.api('listWebhooks')) expect(text).not.toContain(String(route));
  }
});

it.each(table.filter(([name, { role }]) => role === 'self' && isInSample(name)))(
  '%s concerns the caller in any workspace',
  async (name) => {
    const how = await good[name]();
    const { outcome } = await asking.ask(name, { ...how, workspace: stranger.userId });
    expect(outcome).toBe('success');
  },
);

describe('the header of a workspace', () => {
  const list = async (token: string, workspace: number | string) => {
    const { outcome, body } = await asking.ask('listTargets', { token, workspace });
    return outcome === 'success' ? body.length : body.code;
  };

  it.each(['', '0', '-1', '1e3', 'abc', '1'.repeat(40), '9007199254740993'])(
    'with the value %j is rejected',
    async (id) => {
      expect(await list(editor.token, id)).toBe('not-a-member');
    },
  );

  it('with the caller’s own id changes nothing, also for a key', async () => {
    expect(await list(stranger.token, stranger.userId)).toBe(0);
    expect(await list(keys.owner, owner.user.userId)).toBeGreaterThan(0);
  });

  it('does not give the owner access to a member’s account', async () => {
    expect(await list(owner.user.token, editor.userId)).toBe('not-a-member');
  });
});

it('an owner sees in the audit log which member changed something, and who joined and left', async () => {
  const leaving = await joinTeam(run, owner.user, 'editor');
  await asking.ask('updateTarget', {
    token: leaving.token,
    workspace: owner.user.userId,
    id: owner.targetId,
    body: { name: 'Renamed by a member' },
  });
  await leaving.api('leaveWorkspace', { id: owner.user.userId });
  const { changes } = await owner.user.api('listChanges', { query: { limit: 4 } });
  expect(changes.map(({ action, by, member_email }) => [action, by, member_email])).toEqual([
    ['leaveWorkspace', 'member', leaving.email],
    ['updateTarget', 'member', leaving.email],
    ['joinWorkspace', 'member', leaving.email],
    ['inviteMember', 'session', undefined],
  ]);
  expect((await leaving.api('listChanges')).changes.map(({ action }) => action)).toEqual(['register']);
});

it('deleting an account ends its memberships, and those in its own team', async () => {
  const leaving = await joinTeam(run, owner.user, 'editor');
  const guest = await joinTeam(run, leaving, 'editor');
  await leaving.api('deleteUser', { id: leaving.userId });
  expect((await owner.user.api('getTeam')).members.map(({ id }) => id)).not.toContain(leaving.userId);
  expect(await guest.api('listWorkspaces')).toEqual([]);
  const told = await asking.ask('listTargets', { token: guest.token, workspace: leaving.userId });
  expect(told.body.code).toBe('not-a-member');
  const former = await asking.ask('listTargets', { token: leaving.token, workspace: owner.user.userId });
  expect(former.body.code).toBe('not-a-member');
});
