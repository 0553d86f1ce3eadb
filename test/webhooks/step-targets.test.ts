import { describe, expect, it } from 'vitest';
import { webhookSettings } from '#contract/webhook-settings';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { checkStepTargets } from '../../lambdas/webhooks/choose-targets.ts';
import { detachTarget } from '../../lambdas/webhooks/detach-target.ts';
import { aWebhook } from '../support/in-memory.ts';

const step = (afterMinutes: number, ...targetIds: number[]) => ({ afterMinutes, targetIds });
const targets = {
  list: async () => [
    { id: 21, status: 'active' as const },
    { id: 31, status: 'active' as const },
    { id: 32, status: 'inactive' as const },
    { id: 33, status: 'active' as const },
  ],
};
const withSteps = (...steps: ReturnType<typeof step>[]): Webhook =>
  aWebhook({ targetIds: [21], acknowledge: { from: 'critical', steps } });

describe('the targets of escalation steps', () => {
  it('are further targets of the owner', async () => {
    await expect(checkStepTargets(withSteps(step(10, 31), step(20, 33)), [], targets)).resolves.toBeUndefined();
    await expect(checkStepTargets(withSteps(step(10, 32)), [32], targets)).resolves.toBeUndefined();
  });

  it.each([
    ['a target that does not exist', [step(10, 99)], 0, 'target-unknown'],
    ['an inactive one', [step(10, 31), step(20, 32)], 1, 'target-not-active'],
    ['one of the webhook', [step(10, 21)], 0, 'invalid-input'],
    ['one of an earlier step', [step(10, 31), step(20, 33, 31)], 1, 'invalid-input'],
  ])('are not %s, and the error names the step', async (_, steps, index, code) => {
    await expect(checkStepTargets(withSteps(...steps), [], targets)).rejects.toMatchObject({
      code,
      fields: [{ path: `acknowledge.steps.${index}.target_ids` }],
    });
  });

  it('are within the reach of a restricted key, unless they are already chosen', async () => {
    const webhook = withSteps(step(10, 31));
    const reach = new Set([21]);
    await expect(checkStepTargets(webhook, [], targets, reach)).rejects.toMatchObject({ code: 'target-unknown' });
    await expect(checkStepTargets(webhook, [31], targets, reach)).resolves.toBeUndefined();
  });

  it('lose a deleted target, and steps without one end', async () => {
    const left = async (target: number, ...steps: ReturnType<typeof step>[]) => {
      let webhook = withSteps(...steps);
      await detachTarget(1, target, {
        webhooks: {
          list: async () => [webhook],
          change: async (_user, _id, change) => {
            webhook = await change(webhook);
            return webhook;
          },
        },
      });
      return webhook.acknowledge?.steps;
    };
    expect(await left(31, step(10, 31, 33), step(20, 32))).toEqual([step(10, 33), step(20, 32)]);
    expect(await left(31, step(10, 31), step(20, 32))).toEqual([step(20, 32)]);
    expect(await left(31, step(10, 31))).toBeUndefined();
    expect(await left(21, step(10, 31))).toEqual([step(10, 31)]);
  });
});

describe('the steps in a request', () => {
  const problemOf = (acknowledge: unknown) =>
    webhookSettings.shape.acknowledge
      .safeParse(acknowledge)
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const wire = (...minutes: number[]) => ({
    from: 'always',
    steps: minutes.map((after_minutes, index) => ({ after_minutes, target_ids: [31 + index] })),
  });

  it.each<[object | null, string[] | undefined]>([
    [null, undefined],
    [wire(1, 2, 1440), undefined],
    [wire(0), ['steps.0.after_minutes: must be at least 1 minute']],
    [wire(1441), ['steps.0.after_minutes: must be at most 1440 minutes']],
    [wire(), ['steps: must have at least one step']],
    [wire(1, 2, 3, 4), ['steps: must have at most 3 steps']],
    [wire(10, 10), ['steps.1.after_minutes: must be more than 10, the minutes of the step before']],
    [
      { from: 'always', steps: [{ after_minutes: 5, target_ids: [] }] },
      ['steps.0.target_ids: must have at least one target'],
    ],
    [
      { from: 'always', steps: [{ after_minutes: 5, target_ids: [1, 2, 3, 4, 5, 6] }] },
      ['steps.0.target_ids: must have at most 5 targets'],
    ],
  ])('are %j', (acknowledge, problems) => expect(problemOf(acknowledge)).toEqual(problems));
});
