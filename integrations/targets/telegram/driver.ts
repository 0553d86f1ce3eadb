import type { Driver } from '../../../lambdas/targets/target-kind.ts';
import { beginActivation } from './activation.ts';
import { callback } from './callback.ts';
import { deliver, follow } from './deliver.ts';
import { entityText, MAX_ENTITIES } from './entities.ts';
import { operatorSetup } from './operator-setup.ts';

export const driver: Driver = {
  operatorSetup,
  begin: (_options, context) => beginActivation(context),
  // A connected target moves to another chat with a new code. Until a chat sends the code, messages go to the current
  // chat.
  change: async (options, target, context) => {
    if (options.renew !== true) return undefined;
    const begun = await beginActivation(context, target.options.ActivationKey);
    if (target.status === 'pending') return begun;
    const both = { ...target.options, ...begun.options };
    return target.status === 'inactive' ? { ...begun, options: both } : { status: 'active', options: both };
  },
  deliver,
  follow,
  fitsRich: (part) => {
    const { text, entities } = entityText(part);
    return text.length <= 4096 && entities.length <= MAX_ENTITIES;
  },
  callback,
};
