import type { Client } from '../../lambdas/contract/client.ts';
import type { State, Wanted } from './account-state.ts';
import type { Plan } from './plan-draft.ts';

const toWire = (
  name: string,
  { targets, template, routing, acknowledge, ...rest }: Wanted,
  idOf: Map<string, number>,
) => ({
  ...rest,
  name,
  use_template: template !== null,
  template: template ?? '',
  target_ids: targets.map((target) => idOf.get(target) ?? 0),
  acknowledge: acknowledge && {
    from: acknowledge.from,
    steps: acknowledge.steps.map(({ after_minutes, targets: names }) => ({
      after_minutes,
      target_ids: names.map((target) => idOf.get(target) ?? 0),
    })),
  },
  routing: Object.entries(routing).map(([target, rule]) => ({ ...rule, target_id: idOf.get(target) ?? 0 })),
});

/** Executes a plan and calls `done` after each step. A plan contains no steps for items with problems. */
export const applyPlan = async (
  plan: Plan,
  state: State,
  client: Client,
  done: (change: string) => void,
): Promise<void> => {
  // The plan's steps use only names that are unique in the account.
  const targets = new Map(state.targets.map(({ id, name }) => [name, id]));
  const webhooks = new Map(state.webhooks.map(({ id, name }) => [name, id]));
  for (const step of plan.steps)
    switch (step.do) {
      case 'create-target': {
        const { id } = await client.call('createTarget', { body: step.body });
        targets.set(step.body.name, id);
        done(`created target ${step.body.name}`);
        break;
      }
      case 'change-target':
        await client.call('updateTarget', { params: { id: step.id }, body: step.body });
        done(`changed target ${step.name}`);
        break;
      case 'set-fallback': {
        const { name, fallback, minutes } = step;
        const body = {
          fallback_target_id: fallback === null ? null : (targets.get(fallback) ?? 0),
          ...(minutes !== undefined && { fallback_after_minutes: minutes }),
        };
        await client.call('updateTarget', { params: { id: targets.get(name) ?? 0 }, body });
        done(`set the fallback of ${name}`);
        break;
      }
      case 'save-webhook': {
        const { name, wanted } = step;
        const id = webhooks.get(name);
        const webhook = toWire(name, wanted, targets);
        if (id === undefined) {
          const created = await client.call('createWebhook', { body: { webhook } });
          webhooks.set(name, created.webhook_id);
        } else await client.call('updateWebhook', { params: { id }, body: webhook });
        done(`${id === undefined ? 'created' : 'changed'} webhook ${name}`);
        break;
      }
      case 'set-verification':
        await client.call('setVerification', { params: { id: webhooks.get(step.name) ?? 0 }, body: step.body });
        done(`changed the verification of ${step.name}`);
        break;
      case 'delete-webhook':
        await client.call('deleteWebhook', { params: { id: step.id } });
        done(`deleted webhook ${step.name}`);
        break;
    }
};
