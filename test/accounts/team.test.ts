import { beforeEach, describe, expect, it } from 'vitest';
import { changeStore } from '../../lambdas/adapters/dynamodb/change-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { updateItem } from '../../lambdas/adapters/dynamodb/table.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, newUser } from './rig.ts';

captureLog();
const stand = tableStandIn();
const DAY = 86_400;
type User = Awaited<ReturnType<typeof newUser>>;
let rig: AccountsRig;
let ada: User;
let grace: User;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
  ada = await newUser(rig, 'ada@example.com');
  grace = await newUser(rig, 'grace@example.com');
  await setPlan(ada, 'premium');
});

const setPlan = (user: User, status: 'free' | 'premium') =>
  updateItem(rig.table, {
    Key: key.profile(user.id),
    UpdateExpression: 'SET #status = :status',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':status': status },
  });

/** Sends a request as a user, in the workspace of `owner` if given. */
const ask = async (
  user: User,
  method: string,
  route: string,
  { id, body, owner }: { id?: string | number; body?: unknown; owner?: User } = {},
) => {
  // Access tokens expire while a test's clock moves by days.
  const token = await rig.ports.accessTokens.issue(user.id, { trial: false });
  const answer = await rig.call({
    method,
    route,
    path: route.replace('{id}', String(id)),
    ...(id !== undefined && { params: { id: String(id) } }),
    ...(body !== undefined && { body }),
    headers: { authorization: `Bearer ${token}`, ...(owner && { 'x-workspace': String(owner.id) }) },
  });
  return { status: answer.status, code: answer.body?.code as string | undefined, body: answer.body };
};

const invite = (email: string, role = 'editor', user = ada) =>
  ask(user, 'POST', '/team/invitations', { body: { email, role } });
const latestToken = () => /\/user\/invitation\/([\w-]+)/.exec(rig.mails.at(-1)?.text ?? '')?.[1] ?? '';
const invited = async (email = grace.email, role = 'editor') => {
  const { status, body } = await invite(email, role);
  expect(status).toBe(201);
  return { id: body.id as string, token: latestToken() };
};
const accept = (user: User, token: string) => ask(user, 'POST', '/workspaces', { body: { token } });
/** Reads an invitation as a visitor with its token. */
const seen = async (token: string) => {
  const { status, body } = await rig.call({
    method: 'POST',
    route: '/invitations/read',
    path: '/invitations/read',
    body: { token },
  });
  return { status, ...body } as Record<string, unknown>;
};
const teamOf = async (user: User) => (await ask(user, 'GET', '/team')).body;
const workspacesOf = async (user: User) => (await ask(user, 'GET', '/workspaces')).body;
/** Reads the owner's account as a member. */
const enter = (user: User, owner = ada) => ask(user, 'GET', '/user/{id}', { id: owner.id, owner });

describe('an invitation', () => {
  it('makes the account with its address a member, once', async () => {
    const { token } = await invited();
    expect(rig.mails.at(-1)).toMatchObject({ to: 'grace@example.com', subject: 'Invitation to a Tellhook team' });
    expect(await seen(token)).toEqual({
      status: 200,
      owner: 'ada@example.com',
      email: 'grace@example.com',
      role: 'editor',
    });
    expect(await accept(grace, token)).toMatchObject({
      status: 201,
      body: { id: ada.id, email: 'ada@example.com', role: 'editor', available: true },
    });
    expect(await accept(grace, token)).toMatchObject({ status: 404, code: 'invitation-ended' });
    expect(await seen(token)).toMatchObject({ status: 404, code: 'invitation-ended' });
    expect(await teamOf(ada)).toMatchObject({ members: [{ id: grace.id, role: 'editor' }], invitations: [] });
    expect((await enter(grace)).status).toBe(200);
  });

  it('is in the audit log with its role, and so is a change of the role', async () => {
    const { token } = await invited(grace.email, 'viewer');
    await accept(grace, token);
    expect((await ask(ada, 'PUT', '/team/members/{id}', { id: grace.id, body: { role: 'editor' } })).status).toBe(204);
    const changes = await changeStore(rig.table).newest(ada.id, new Date(0), 10);
    expect(changes.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ['inviteMember', 'viewer'],
        ['changeMember', 'editor'],
      ]),
    );
  });

  it('is accepted only once by two requests at the same moment', async () => {
    const { token } = await invited();
    const outcomes = await Promise.all([accept(grace, token), accept(grace, token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect((await teamOf(ada)).members).toHaveLength(1);
  });

  it('works only for the invited address, in any case', async () => {
    const { token } = await invited('Grace@Example.com');
    const mallory = await newUser(rig, 'mallory@example.com');
    expect(await accept(mallory, token)).toMatchObject({ status: 403, code: 'invitation-for-another' });
    expect((await accept(grace, token)).status).toBe(201);
  });

  it('expires after seven days, and a new email renews it', async () => {
    const { id, token } = await invited();
    rig.pass(7 * DAY);
    expect((await accept(grace, token)).code).toBe('invitation-ended');
    expect((await seen(token)).code).toBe('invitation-ended');
    expect((await ask(ada, 'POST', '/team/invitations/{id}/resend', { id })).status).toBe(200);
    expect((await accept(grace, token)).code).toBe('invitation-ended');
    expect((await accept(grace, latestToken())).status).toBe(201);
  });

  it('ends when it is withdrawn', async () => {
    const { id, token } = await invited();
    expect((await ask(ada, 'DELETE', '/team/invitations/{id}', { id })).status).toBe(204);
    expect((await accept(grace, token)).code).toBe('invitation-ended');
    expect((await ask(ada, 'DELETE', '/team/invitations/{id}', { id })).status).toBe(404);
  });

  it.each(['', 'x', '1-short', `${'9'.repeat(16)}-${'a'.repeat(43)}`])(
    'with the token %j is rejected',
    async (token) => {
      expect([400, 404]).toContain((await accept(grace, token)).status);
      expect([400, 404]).toContain((await seen(token)).status);
    },
  );

  it('is answered in the same way whether or not the address has an account', async () => {
    const known = await invite('grace@example.com');
    const unknown = await invite('nobody@example.com');
    const shape = ({ status, body }: typeof known) => [status, Object.keys(body), body.role, body.expires_at];
    expect(shape(known)).toEqual(shape(unknown));
    const [one, other] = rig.mails.slice(-2).map(({ subject, text }) => [subject, text?.split('\n').length]);
    expect(one).toEqual(other);
  });

  it('is not sent to the owner, to a member, or twice', async () => {
    expect(await invite('ADA@example.com')).toMatchObject({ status: 400, body: { errors: [{ path: 'email' }] } });
    const { token } = await invited();
    expect((await invite('grace@example.com')).code).toBe('member-already');
    await accept(grace, token);
    expect((await invite('grace@example.com')).code).toBe('member-already');
  });

  it('leaves nothing behind if its email cannot be sent', async () => {
    const failing = accountsRig(rig.table, {
      ports: { mail: { send: async () => ({ kind: 'retry', code: 'provider-unavailable', reason: 'down' }) } },
    });
    const working = rig;
    rig = failing;
    expect((await invite('grace@example.com')).code).toBe('mail-not-sent');
    rig = working;
    expect((await teamOf(ada)).invitations).toEqual([]);
    await invited();
  });

  it('stops at the mailbox’s limit, which all accounts share', async () => {
    const bob = await newUser(rig, 'bob@example.com');
    await setPlan(bob, 'premium');
    const { id } = await invited();
    expect((await invite(grace.email, 'viewer', bob)).status).toBe(201);
    const again = await ask(ada, 'POST', '/team/invitations/{id}/resend', { id });
    expect([again.status, again.code]).toEqual([429, 'confirmation-limit-reached']);
  });
});

describe('seats', () => {
  it('are limited, also for two invitations at the same moment', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await invited(`${name}@example.com`);
    const last = await Promise.all([invite('e@example.com'), invite('f@example.com')]);
    expect(last.map(({ code }) => code ?? 'invited').sort()).toEqual(['invited', 'seat-limit-reached']);
    const { invitations, max_seats } = await teamOf(ada);
    expect([invitations.length, max_seats]).toEqual([5, 5]);
  });

  it('are free again once an invitation has expired, and the next one replaces it', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await invited(`${name}@example.com`);
    expect((await invite('f@example.com')).code).toBe('seat-limit-reached');
    rig.pass(7 * DAY);
    expect((await invite('f@example.com')).status).toBe(201);
    expect((await teamOf(ada)).invitations.map(({ email }: { email: string }) => email)).toEqual(['f@example.com']);
  });

  it('are part of Premium only, and the answer says this', async () => {
    const refused = await invite('ada@example.com', 'viewer', grace);
    expect(refused).toMatchObject({ status: 403, code: 'seat-limit-reached' });
    expect(refused.body.detail).toContain('Premium');
    expect(rig.mails).toEqual([]);
  });

  it('stay while the plan is Free, but give no access until Premium returns', async () => {
    await accept(grace, (await invited()).token);
    const { id } = await invited('alan@example.com');
    await setPlan(ada, 'free');
    expect(await enter(grace)).toMatchObject({ status: 403, code: 'workspace-paused' });
    expect(await workspacesOf(grace)).toMatchObject([{ id: ada.id, available: false }]);
    expect((await ask(ada, 'POST', '/team/invitations/{id}/resend', { id })).code).toBe('seat-limit-reached');
    await setPlan(ada, 'premium');
    expect((await enter(grace)).status).toBe(200);
  });
});

describe('a member', () => {
  beforeEach(async () => {
    await accept(grace, (await invited()).token);
  });

  it('is rejected from the next request after the removal on', async () => {
    expect((await enter(grace)).status).toBe(200);
    expect((await ask(ada, 'DELETE', '/team/members/{id}', { id: grace.id })).status).toBe(204);
    expect(await enter(grace)).toMatchObject({ status: 403, code: 'not-a-member' });
    expect(await workspacesOf(grace)).toEqual([]);
    expect((await ask(ada, 'DELETE', '/team/members/{id}', { id: grace.id })).status).toBe(404);
  });

  it('has a new role with the next request', async () => {
    const role = (to: string) => ask(ada, 'PUT', '/team/members/{id}', { id: grace.id, body: { role: to } });
    expect((await role('viewer')).status).toBe(204);
    expect(await workspacesOf(grace)).toMatchObject([{ role: 'viewer' }]);
    expect((await role('owner')).status).toBe(400);
  });

  it('can leave, and be invited again', async () => {
    expect((await ask(grace, 'DELETE', '/workspaces/{id}', { id: ada.id })).status).toBe(204);
    expect((await enter(grace)).code).toBe('not-a-member');
    expect((await ask(grace, 'DELETE', '/workspaces/{id}', { id: ada.id })).status).toBe(404);
    expect((await accept(grace, (await invited()).token)).status).toBe(201);
  });

  it('cannot manage the account, its members or its keys, but still has their own', async () => {
    for (const [method, route] of [
      ['GET', '/team'],
      ['GET', '/keys'],
    ] as const)
      expect((await ask(grace, method, route, { owner: ada })).code).toBe('role-missing');
    const change = { current_password: 'plum-carousel-77', password: 'violet.Tramway.9' };
    expect((await ask(grace, 'PUT', '/user/{id}', { id: ada.id, body: change, owner: ada })).code).toBe('role-missing');
    expect((await ask(grace, 'DELETE', '/user/{id}', { id: ada.id, owner: ada })).code).toBe('role-missing');
    expect((await ask(grace, 'GET', '/user/{id}', { id: grace.id })).body.profile.joined_workspace).toBe(true);
  });

  it('loses the workspace when its owner’s account is deleted', async () => {
    expect((await ask(ada, 'DELETE', '/user/{id}', { id: ada.id })).status).toBe(204);
    expect((await enter(grace)).code).toBe('not-a-member');
    expect(await workspacesOf(grace)).toEqual([]);
  });

  it('is removed when their own account is deleted', async () => {
    expect((await ask(grace, 'DELETE', '/user/{id}', { id: grace.id })).status).toBe(204);
    expect((await teamOf(ada)).members).toEqual([]);
  });
});
