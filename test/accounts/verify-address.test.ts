import { beforeEach, describe, expect, it } from 'vitest';
import { verificationCallback } from '../../lambdas/accounts/verify-address.ts';
import { consentStore } from '../../lambdas/adapters/dynamodb/consent-store.ts';
import { ownerReader } from '../../lambdas/adapters/dynamodb/owner-reader.ts';
import { consentCallback } from '../../lambdas/mail/consent-callback.ts';
import type { AccountResources } from '../../lambdas/mail/own-address.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, newUser } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
let ada: Awaited<ReturnType<typeof newUser>>;
let belongings: AccountResources;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
  ada = await newUser(rig, 'ada@example.com');
  belongings = { webhooks: [], targets: [] };
});

const ask = (token = ada.token, on = rig) =>
  on.call({
    method: 'POST',
    path: `/user/${ada.id}/verification`,
    route: '/user/{id}/verification',
    params: { id: String(ada.id) },
    headers: { authorization: `Bearer ${token}` },
  });
const mailedLink = async () => {
  expect((await ask()).status).toBe(204);
  return new URL(/https:\S+\/callbacks\/address\?t=[\w-]+/.exec(rig.mails.at(-1)?.text ?? '')?.[0] ?? '');
};
const open = (link: URL, method = 'GET', body = '') =>
  verificationCallback(
    { method, path: [], query: link.searchParams, headers: {}, cookies: {}, body: Buffer.from(body) },
    {
      owners: ownerReader(rig.table),
      verifications: rig.ports.verifications,
      consent: rig.ports.consent,
      belongings: async () => belongings,
      clock: rig.ports.clock,
    },
  );
const isVerified = async () => (await rig.ports.accounts.get(ada.id))?.emailVerified;

describe('the address of an account', () => {
  it("is confirmed by the button behind an email's link, not by registration", async () => {
    expect(await isVerified()).toBe(false);
    const link = await mailedLink();
    expect(rig.mails.at(-1)).toMatchObject({ to: 'ada@example.com', subject: 'Confirm your email address' });
    expect((await open(link)).body).toContain('<form');
    await open(link, 'HEAD');
    expect(await isVerified()).toBe(false);
    expect((await open(link, 'POST')).status).toBe(200);
    expect(await isVerified()).toBe(true);
    expect((await open(link, 'POST')).status).toBe(410);
    expect((await ask()).status).toBe(204);
    expect(rig.mails).toHaveLength(1);
  });

  it("is confirmed on a page that shows the account's content", async () => {
    belongings = { webhooks: ['Shop'], targets: ['Chat', 'www.evil.example'] };
    const { body } = await open(await mailedLink());
    for (const shown of ['1 webhook: “Shop”', '2 targets: “Chat”, “www .evil .example”', 'Yes, this is all mine'])
      expect(body).toContain(shown);
  });

  it('stays unconfirmed if its reader declines, who then gets no more requests', async () => {
    const link = await mailedLink();
    expect((await open(link, 'POST', 'answer=no')).body).toContain('Declined');
    expect(await isVerified()).toBe(false);
    expect((await ask()).status).toBe(429);
    rig.pass(29 * 86_400);
    expect((await ask((await rig.login('ada@example.com')).body.access_token)).status).toBe(429);
    rig.pass(86_400 + 1);
    expect((await ask((await rig.login('ada@example.com')).body.access_token)).status).toBe(204);
  });

  it('gets two requests in 30 days, counted across all accounts of the mailbox', async () => {
    const other = await newUser(rig, 'ada+other@example.com');
    await ask();
    const asOther = () =>
      rig.call({
        method: 'POST',
        path: `/user/${other.id}/verification`,
        route: '/user/{id}/verification',
        params: { id: String(other.id) },
        headers: { authorization: `Bearer ${other.token}` },
      });
    expect((await asOther()).status).toBe(204);
    const third = await ask();
    expect([third.status, Number(third.headers['retry-after'])]).toEqual([429, 30 * 86_400]);
    expect(rig.mails).toHaveLength(2);
  });

  it('has an exact count, even for concurrent requests', async () => {
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await ask()).status));
    expect(statuses.filter((status) => status === 204)).toHaveLength(2);
  });

  it('gets no more requests once its reader has stopped them', async () => {
    await ask();
    const stop = new URL(/<(.+)>/.exec(rig.mails[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');
    const click = (body: string) =>
      consentCallback(
        { method: 'POST', path: [], query: stop.searchParams, headers: {}, cookies: {}, body: Buffer.from(body) },
        consentStore(rig.table),
      );
    await click('List-Unsubscribe=One-Click');
    rig.pass(100 * 86_400);
    const token = async () => (await rig.login('ada@example.com')).body.access_token;
    expect((await ask(await token())).status).toBe(400);
    await click('again=yes');
    expect((await ask(await token())).status).toBe(204);
  });

  it('loses no attempt if the email is not sent', async () => {
    const broken = accountsRig(rig.table, {
      ports: { mail: { send: async () => ({ kind: 'retry', code: 'provider-unavailable', reason: 'busy' }) } },
    });
    for (let round = 0; round < 3; round += 1) expect((await ask(ada.token, broken)).status).toBe(503);
    expect((await ask()).status).toBe(204);
  });

  it('is confirmed only by a link of the last day, for the account that it was made for', async () => {
    const link = await mailedLink();
    rig.pass(86_400);
    expect((await open(link, 'POST')).status).toBe(410);
    expect((await open(new URL('https://app.example.com/?t=made-up'), 'POST')).status).toBe(410);
    expect(await isVerified()).toBe(false);
  });

  it('of another account does not exist', async () => {
    const eve = await newUser(rig, 'eve@example.com');
    expect((await ask(eve.token)).status).toBe(404);
    expect(rig.mails).toEqual([]);
  });
});
