import { beforeEach, describe, expect, it } from 'vitest';
import { newTarget, targetChange } from '#contract/target';
import { messageMail } from '../../integrations/targets/email/message.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { deleteTarget } from '../../lambdas/targets/delete-target.ts';
import { leadOf } from '../../lambdas/targets/lead.ts';
import { getTarget } from '../../lambdas/targets/read-targets.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { world } from './support.ts';

let here: ReturnType<typeof world>;
beforeEach(() => {
  here = world();
});

const make = async (name: string, more: object = {}) =>
  (await createTarget(11, newTarget.parse({ name, type: 'mock', ...more }), here.ports)).id;
const change = (id: number, body: object) => updateTarget(11, id, targetChange.parse(body), here.ports);
const refused = (id: number, fallback_target_id: number) => expect(change(id, { fallback_target_id })).rejects;

describe('a target’s fallback', () => {
  it('is shown with its minutes, ten by default, and can be removed', async () => {
    const [ops, mail] = [await make('Ops'), await make('Mail')];
    const made = await change(ops, { fallback_target_id: mail });
    expect(made).toMatchObject({ fallback_target_id: mail, fallback_after_minutes: 10, options: {} });
    expect(await change(ops, { fallback_after_minutes: 3 })).toMatchObject({ fallback_after_minutes: 3 });
    expect(await change(ops, { name: 'Ops 2' })).toMatchObject({ fallback_target_id: mail, fallback_after_minutes: 3 });
    const none = await change(ops, { fallback_target_id: null });
    expect(none).not.toHaveProperty('fallback_target_id');
    expect(none).not.toHaveProperty('fallback_after_minutes');
  });

  it('can be chosen for a new target', async () => {
    const mail = await make('Mail');
    const ops = await make('Ops', { fallback_target_id: mail, fallback_after_minutes: 30 });
    const shown = await getTarget(11, ops, here.ports);
    expect(shown).toMatchObject({ fallback_target_id: mail, fallback_after_minutes: 30, options: {} });
  });

  it('survives a new setup of its target', async () => {
    const mail = await make('Mail');
    const made = await createTarget(
      11,
      newTarget.parse({ name: 'Chat', type: 'telegram', fallback_target_id: mail }),
      here.ports,
    );
    const renewed = await change(made.id, { options: { renew: true } });
    expect(renewed.options.ActivationKey).not.toBe(made.options.ActivationKey);
    expect(renewed.fallback_target_id).toBe(mail);
    expect(renewed.options).not.toHaveProperty('fallback_target_id');
  });

  it('is between a minute and a day', () => {
    for (const fallback_after_minutes of [0, 1441, 1.5])
      expect(targetChange.safeParse({ fallback_after_minutes }).success).toBe(false);
    expect(targetChange.safeParse({ fallback_after_minutes: 1440 }).success).toBe(true);
  });

  it('is rejected, with its field, if it does not exist or belongs to another user', async () => {
    const ops = await make('Ops');
    const foreign = await createTarget(12, newTarget.parse({ name: 'Foreign', type: 'mock' }), here.ports);
    for (const id of [999, foreign.id])
      await refused(ops, id).toMatchObject({
        code: 'target-unknown',
        fields: [{ path: 'fallback_target_id', code: 'target-unknown' }],
      });
  });

  it('is rejected in a cycle: the target itself, or one that leads back to it', async () => {
    const [one, two, three] = [await make('One'), await make('Two'), await make('Three')];
    const cycle = { problem: 'invalid-input', fields: [{ path: 'fallback_target_id' }] };
    await refused(one, one).toMatchObject(cycle);
    await change(one, { fallback_target_id: two });
    await refused(two, one).toMatchObject(cycle);
    await change(two, { fallback_target_id: three });
    await refused(three, one).toMatchObject(cycle);
  });

  it('is rejected in a chain of more than three targets, at either end', async () => {
    const [one, two, three, four] = [await make('One'), await make('Two'), await make('Three'), await make('Four')];
    await change(one, { fallback_target_id: two });
    await change(two, { fallback_target_id: three });
    const long = { fields: [{ path: 'fallback_target_id', message: expect.stringContaining('more than 3') }] };
    await refused(three, four).toMatchObject(long);
    await refused(four, one).toMatchObject(long);
    await expect(make('Five', { fallback_target_id: one })).rejects.toMatchObject(long);
    await change(four, { fallback_target_id: two });
  });

  it('is removed when its target is deleted', async () => {
    const [ops, mail] = [await make('Ops', { options: { max_per_minute: 6 } }), await make('Mail')];
    await change(ops, { fallback_target_id: mail, fallback_after_minutes: 5 });
    await deleteTarget(11, mail, here.ports);
    const left = await getTarget(11, ops, here.ports);
    expect(left).not.toHaveProperty('fallback_target_id');
    expect(left.options).toEqual({ max_per_minute: 6 });
  });
});

describe('the first line of a fallback', () => {
  const lead = (state: 'waiting' | 'disabled' | 'error') =>
    leadOf({ fallbackFor: { targetId: 1, name: 'Ops', kind: 'telegram', state } });

  it('shows the message’s status at the other target', () => {
    expect(lead('waiting')).toBe('Telegram “Ops” has not accepted this message yet. Tellhook keeps trying.');
    expect(lead('disabled')).toBe('Telegram “Ops” is disabled. It gets this message when it is enabled.');
    expect(lead('error')).toBe('Telegram “Ops” did not accept this message.');
  });

  it('is not the subject of its email', () => {
    const facts = { webhookName: 'CI', part: 1, parts: 1, link: '', stop: 'https://stop', lead: lead('waiting') };
    const { subject, text } = messageMail({ ...facts, text: `${lead('waiting')}\n\nBuild failed` });
    expect(subject).toBe('CI: Build failed');
    expect(text.indexOf('Telegram')).toBeLessThan(text.indexOf('Build failed'));
  });
});
