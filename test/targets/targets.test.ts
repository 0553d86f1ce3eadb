import { beforeEach, describe, expect, it, vi } from 'vitest';
import { target as targetWire } from '#contract/target';
import { oldTeamsUrl, teamsUrl } from '../../integrations/targets/msteams/example.ts';
import { TARGETS_WITHOUT_LIMIT } from '../../lambdas/model/plans.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { deleteTarget, forgetReferences } from '../../lambdas/targets/delete-target.ts';
import { getTarget, listTargetKinds, listTargets } from '../../lambdas/targets/read-targets.ts';
import { UNREVIEWED } from '../../lambdas/targets/review.ts';
import { applyEffect } from '../../lambdas/targets/send.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { credentials, target, world } from './support.ts';

let here: ReturnType<typeof world>;
beforeEach(() => {
  here = world();
});
const create = (type: string, options: Record<string, unknown> = {}, name = 'Ops', enabled = true) =>
  createTarget(11, { name, type, enabled, options }, here.ports);
const update = (id: number, change: Parameters<typeof updateTarget>[2]) => updateTarget(11, id, change, here.ports);

describe('creating a target', () => {
  it("returns the contract's response", async () => {
    expect(targetWire.parse(await create('mock'))).toEqual({
      id: expect.any(Number),
      name: 'Ops',
      status: 'active',
      options: {},
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T12:00:00.000Z',
      target_type: 'mock',
      number_of_dispatches: 0,
      last_dispatch_at: '0001-01-01T00:00:00Z',
      associated_webhooks: [],
    });
  });

  it('can leave it disabled', async () => {
    expect((await create('mock', {}, 'Ops', false)).status).toBe('disabled');
    expect((await create('slack', {}, 'Team', false)).status).toBe('pending');
  });

  it('rejects an unknown kind, and one without credentials in this deployment', async () => {
    await expect(create('fax')).rejects.toMatchObject({ problem: 'invalid-input', fields: [{ path: 'type' }] });
    here.ports.credentials = {};
    for (const type of ['telegram', 'slack', 'whatsapp'])
      await expect(create(type)).rejects.toMatchObject({ problem: 'unavailable' });
  });

  it("returns the specification's text to the owner of a Telegram target", async () => {
    await create('telegram');
    await create('mock');
    await expect(create('telegram')).rejects.toMatchObject({
      problem: 'conflict',
      message: 'error when creating telegram target',
    });
    expect((await create('telegram', {}, 'Another')).status).toBe('pending');
    expect((await create('mock')).name).toBe('Ops');
  });

  it("stops at the plan's limit before any message is sent", async () => {
    for (let n = 0; n < 5; n += 1) await create('mock', {}, `m${n}`);
    await expect(create('email', { address: 'a@example.org' })).rejects.toMatchObject({ problem: 'limit-reached' });
    expect(here.mails).toEqual([]);
  });

  it('stops at the limit even if two requests race', async () => {
    for (let n = 0; n < 4; n += 1) await create('mock', {}, `m${n}`);
    const results = await Promise.allSettled([create('mock'), create('mock'), create('mock')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('has no plan limit for Premium accounts, but an absolute one', async () => {
    Object.assign(here.state.account, { status: 'premium' });
    for (let n = 0; n < 7; n += 1) await create('mock', {}, `m${n}`);
    expect(await listTargets(11, here.ports)).toHaveLength(7);
    Object.assign(here.ports.owners, {
      get: async () => ({ ...here.state.account, targetCount: TARGETS_WITHOUT_LIMIT }),
    });
    await expect(create('email', { address: 'a@example.org' })).rejects.toMatchObject({
      problem: 'limit-reached',
      message: expect.stringContaining('up to 1000'),
    });
    expect(here.mails).toEqual([]);
  });

  it("reads a count of an account's targets instead of listing them", async () => {
    const list = vi.spyOn(here.ports.targets, 'list');
    await create('mock');
    await create('http', { url: 'https://hooks.example.com/' });
    expect(list).not.toHaveBeenCalled();
  });

  it('is rejected for a deleted account', async () => {
    Object.assign(here.ports, { owners: { get: async () => undefined } });
    await expect(create('mock')).rejects.toMatchObject({ problem: 'not-found' });
  });
});

describe('changing a target', () => {
  it('switches between active and disabled', async () => {
    const { id } = await create('mock');
    expect((await update(id, { enabled: false })).status).toBe('disabled');
    expect((await update(id, { enabled: true })).status).toBe('active');
    expect((await update(id, {})).status).toBe('active');
  });

  it('leaves a pending target pending', async () => {
    const { id } = await create('telegram');
    for (const enabled of [true, false]) expect((await update(id, { enabled })).status).toBe('pending');
  });

  it('makes an inactive target active again, only on its owner’s request', async () => {
    const { id } = await create('mock');
    await here.ports.targets.markInactive(11, id, { code: 'chat-gone', text: 'refused' }, here.ports.clock());
    expect(await update(id, { enabled: false })).toMatchObject({ status: 'inactive', status_reason: 'refused' });
    expect(await update(id, { enabled: true })).not.toHaveProperty('status_reason');
  });

  it('leaves a target under review to the question on the dashboard', async () => {
    const { id } = await create('msteams', { url: teamsUrl });
    for (const status of ['disabled', 'inactive'] as const) {
      await here.ports.targets.update(11, id, { status, statusReason: UNREVIEWED }, here.ports.clock());
      for (const change of [{ enabled: true }, { options: { url: oldTeamsUrl } }])
        await expect(update(id, change)).rejects.toMatchObject({
          code: 'review-awaited',
          problem: 'conflict',
          message: expect.stringMatching(/Keep or delete it on the dashboard first\.$/),
        });
      // Disabling the target first does not avoid the review.
      expect(await update(id, { enabled: false, name: 'Mine' })).toMatchObject({
        ...{ name: 'Mine', status, status_code: 'review-awaited' },
      });
    }
  });

  it('accepts unchanged options as no change', async () => {
    const made = await create('msteams', { url: teamsUrl });
    const before = here.ports.targets.all.get(made.id)?.sealedSecrets;
    await update(made.id, { enabled: true, options: made.options });
    expect(here.ports.targets.all.get(made.id)?.sealedSecrets).toBe(before);
  });

  it('replaces a Teams URL, which makes a rejected target active and leaves a disabled one disabled', async () => {
    const { id } = await create('msteams', { url: oldTeamsUrl });
    await here.ports.targets.markInactive(11, id, { code: 'chat-gone', text: 'refused' }, here.ports.clock());
    expect((await update(id, { options: { url: teamsUrl } })).status).toBe('active');
    await update(id, { enabled: false });
    expect((await update(id, { options: { url: oldTeamsUrl } })).status).toBe('disabled');
    await expect(update(id, { options: { url: 'https://evil.example/' } })).rejects.toMatchObject({
      problem: 'invalid-input',
    });
  });

  it('renames, and drops unknown options', async () => {
    const { id } = await create('mock');
    expect(await update(id, { name: 'New', options: { status: 'deleted', anything: 1 } })).toMatchObject({
      name: 'New',
      status: 'active',
      options: {},
    });
  });

  it('finds only the caller’s own targets', async () => {
    const { id } = await create('mock');
    await expect(updateTarget(12, id, { enabled: false }, here.ports)).rejects.toMatchObject({ problem: 'not-found' });
    await expect(getTarget(12, id, here.ports)).rejects.toMatchObject({ problem: 'not-found' });
    await expect(deleteTarget(12, id, here.ports)).rejects.toMatchObject({ problem: 'not-found' });
  });

  it('does not overwrite a concurrent report of a provider', async () => {
    const { id } = await create('mock');
    const { get } = here.ports.targets;
    here.ports.targets.get = async (...key) => {
      const found = await get(...key);
      await here.ports.targets.markInactive(11, id, { code: 'chat-gone', text: 'refused' }, here.ports.clock());
      return found;
    };
    await expect(update(id, { enabled: false })).rejects.toMatchObject({ problem: 'conflict' });
  });
});

describe('deleting a target', () => {
  it("removes it from its webhooks and forgets its provider's id", async () => {
    const { id } = await create('mock');
    here.ports.targets.all.set(77, target({ id: 77, kind: 'telegram', options: { chatId: '42' } }));
    await here.ports.references.add('telegram', '42', { userId: 11, targetId: 77 });
    await deleteTarget(11, 77, here.ports);
    await deleteTarget(11, id, here.ports);
    expect(here.detached).toEqual([77, id]);
    expect(await here.ports.references.list('telegram', '42')).toEqual([]);
    expect(await listTargets(11, here.ports)).toEqual([]);
    await expect(deleteTarget(11, id, here.ports)).rejects.toMatchObject({ problem: 'not-found' });
  });

  it('leaves no reference if the whole account is deleted', async () => {
    here.ports.targets.all.set(77, target({ id: 77, kind: 'whatsapp', options: { waId: '4915' } }));
    await here.ports.references.add('whatsapp', '4915', { userId: 11, targetId: 77 });
    await forgetReferences(11, here.ports);
    expect(await here.ports.references.list('whatsapp', '4915')).toEqual([]);
  });
});

describe('reading targets', () => {
  it('returns their use and their webhooks', async () => {
    const { id } = await create('mock');
    Object.assign(here.ports, {
      counters: { read: async () => ({ [id]: { total: 3, lastAt: '2026-11-20T11:00:00.000Z' } }) },
    });
    here.state.webhooks = [
      { id: 1, name: 'In', enabled: true, targetIds: [id] },
      { id: 2, name: 'Out', enabled: true, targetIds: [] },
    ];
    expect(await listTargets(11, here.ports)).toMatchObject([
      {
        number_of_dispatches: 3,
        last_dispatch_at: '2026-11-20T11:00:00.000Z',
        associated_webhooks: [{ id: 1, name: 'In', enabled: true }],
      },
    ]);
  });

  it('lists every kind, with the reason why one is not offered', () => {
    const kinds = listTargetKinds({});
    expect(kinds.filter(({ enabled }) => !enabled).map(({ slug }) => slug)).toEqual(['telegram', 'slack', 'whatsapp']);
    for (const kind of kinds) expect(kind.enabled).toBe(kind.reason === undefined);
    expect(listTargetKinds(credentials).every(({ enabled }) => enabled)).toBe(true);
  });
});

describe("a delivery's report about its target", () => {
  const seed = (over = {}) => {
    const group = target({ kind: 'telegram', options: { chatId: '-5' }, ...over });
    here.ports.targets.all.set(group.id, group);
    return group;
  };
  it('is stored: permanently rejected', async () => {
    await applyEffect(seed(), { kind: 'fail_target', code: 'connection-revoked', reason: 'Blocked.' }, here.ports);
    expect(here.ports.targets.all.get(21)).toMatchObject({
      status: 'inactive',
      statusReason: { code: 'connection-revoked', text: 'Blocked.' },
    });
  });
  it('does not change a target that its owner disabled', async () => {
    await applyEffect(
      seed({ status: 'disabled' }),
      { kind: 'fail_target', code: 'connection-revoked', reason: 'Blocked.' },
      here.ports,
    );
    expect(here.ports.targets.all.get(21)?.status).toBe('disabled');
  });
  it('is stored: moved', async () => {
    await applyEffect(seed(), { kind: 'ok', options: { chatId: '-1005' } }, here.ports);
    expect(here.ports.targets.all.get(21)?.options).toEqual({ chatId: '-1005' });
    expect(await here.ports.references.list('telegram', '-1005')).toEqual([{ userId: 11, targetId: 21 }]);
  });
  it('is dropped if the target was reconnected meanwhile', async () => {
    const before = seed();
    const soon = new Date(Date.parse(before.updatedAt) + 1);
    await here.ports.targets.update(11, 21, { options: { chatId: '-7' }, sealedSecrets: 'new' }, soon);
    await applyEffect(before, { kind: 'ok', options: { chatId: '-5', outside: true } }, here.ports);
    expect(here.ports.targets.all.get(21)).toMatchObject({ options: { chatId: '-7' }, sealedSecrets: 'new' });
  });
  it.each(['ok', 'retry', 'fail_message', 'fail_config', 'ambiguous'] as const)('is empty after %s', async (kind) => {
    const before = seed();
    await applyEffect(before, { kind, code: 'message-refused', reason: 'x' }, here.ports);
    expect(here.ports.targets.all.get(21)).toBe(before);
  });
});
