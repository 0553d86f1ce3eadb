import type { Driver } from '../../target-kind.ts';
import { beginActivation } from './activation.ts';
import { callback } from './callback.ts';
import { deliver } from './deliver.ts';
import { operatorSetup } from './operator-setup.ts';

export const driver: Driver = {
  operatorSetup,
  begin: async (_options, context) => beginActivation(context),
  change: async (options, target, context) =>
    options.renew === true && target.status === 'pending'
      ? beginActivation(context, target.options.ActivationKey)
      : undefined,
  deliver,
  callback,
};
