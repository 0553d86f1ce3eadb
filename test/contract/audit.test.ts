import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuditedRoute, auditedRoutes } from '#contract/audited-routes';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { call, solvedChallenge } from '../support/product.ts';
import { type Asking, createAsking } from './asking.ts';
import { type Belongings, freshAddress, goodCalls, roomySettings, settle } from './world.ts';

let run: LocalRun;
let ada: Belongings;
let asking: Asking;
let good: ReturnType<typeof goodCalls>;
beforeAll(async () => {
  run = await startLocal({ settings: roomySettings });
  ada = await settle(run);
  asking = createAsking(run);
  good = goodCalls(run, ada);
}, 120_000);
afterAll(() => run?.stop());

const newest = async (token: string) => (await call(run, 'listChanges', { token })).body.changes[0];

/**
 * The first two need a link from an email or the account's code; test/http/audit.test.ts covers them. A trial cannot
 * read its log until it becomes an account.
 */
const elsewhere: AuditedRoute[] = ['resetPassword', 'takeKey', 'startTrial'];

/** A member's own changes, which are in the log of the team's owner. */
const ofMembers: AuditedRoute[] = ['joinWorkspace', 'leaveWorkspace'];

it.each((Object.keys(auditedRoutes) as AuditedRoute[]).filter((name) => !elsewhere.includes(name)))(
  '%s writes the newest audit entry in the running product',
  async (name) => {
    const how = await good[name]();
    const { outcome, body } = await asking.ask(name, how);
    expect(outcome).toBe('success');
    // A new password invalidates the old token.
    const ownToken = body?.access_token ?? how.token ?? ada.user.token;
    const isOfMember = ofMembers.includes(name);
    expect(await newest(isOfMember ? ada.user.token : ownToken)).toMatchObject({
      action: name,
      what: auditedRoutes[name],
      by: isOfMember ? 'member' : how.token === undefined ? 'public' : 'session',
      ip: expect.stringMatching(/^[\d.:a-f]+$/),
    });
  },
);

it('shows the start of a trial once it has become an account', async () => {
  const started = await asking.ask('startTrial', { body: { challenge: await solvedChallenge(run, 'TRIAL') } });
  expect((await call(run, 'listChanges', { token: started.body.access_token })).status).toBe(403);
  const cookie = /^[^;]+/.exec(started.headers.get('set-cookie') ?? '')?.[0];
  const claim = {
    email: freshAddress(),
    password: 'violet.Tramway.9',
    challenge: await solvedChallenge(run, 'REGISTER'),
  };
  const { outcome, body } = await asking.ask('register', { cookie, origin: run.appUrl, body: claim });
  expect([outcome, body.user_id]).toEqual(['success', started.body.user_id]);
  const { changes } = (await call(run, 'listChanges', { token: body.access_token })).body;
  expect(changes.map(({ action }: { action: string }) => action)).toEqual(['register', 'startTrial']);
});

it('names the changed fields and the key, but no value', async () => {
  const secret = 'fixture-signing-secret-1234';
  const { key, id } = await ada.user.api('createKey', { body: { name: 'CI', scopes: ['write', 'read'] } });
  await asking.ask('setVerification', {
    id: ada.webhookId,
    token: key,
    body: { mode: 'report', sender: 'github', add_secret: secret },
  });
  const entry = await newest(key);
  expect(entry).toMatchObject({
    action: 'setVerification',
    by: 'key',
    key_id: id,
    key_name: expect.stringMatching(/^CI \(…/),
  });
  expect(entry?.fields).toEqual(['mode', 'sender', 'add_secret']);
  expect(JSON.stringify(entry)).not.toContain(secret);
});

it('names only the changed setting of a webhook, even if the client sends all settings', async () => {
  const { api } = ada.user;
  const webhook = await api('getWebhook', { id: ada.webhookId });
  await api('updateWebhook', { id: ada.webhookId, body: { ...webhook, name: 'Renamed' } });
  expect(await newest(ada.user.token)).toMatchObject({ object_name: 'Renamed', fields: ['name'] });
});
