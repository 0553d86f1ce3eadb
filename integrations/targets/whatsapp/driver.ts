import { setUpByCode } from '../../../lambdas/targets/activation.ts';
import type { Driver } from '../../../lambdas/targets/target-kind.ts';
import { beginActivation } from './activation.ts';
import { callback } from './callback.ts';
import { deliver, MOST } from './deliver.ts';
import { markedUpText } from './markup.ts';
import { operatorSetup } from './operator-setup.ts';

/** Space reserved for the webhook’s name and the link to the call, in characters. */
const WAY_BACK_LENGTH = 200;

export const driver: Driver = {
  operatorSetup,
  ...setUpByCode(beginActivation),
  deliver: (message, target, context) => deliver(message, target, context),
  follow: (message, { ref }, target, context) => deliver(message, target, context, ref),
  fitsRich: (part) => markedUpText(part).length <= MOST - WAY_BACK_LENGTH,
  callback,
};
