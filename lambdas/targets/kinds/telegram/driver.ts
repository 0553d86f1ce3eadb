import { setUpByCode } from '../../activation.ts';
import type { Driver } from '../../target-kind.ts';
import { beginActivation } from './activation.ts';
import { callback } from './callback.ts';
import { deliver } from './deliver.ts';
import { operatorSetup } from './operator-setup.ts';

export const driver: Driver = {
  operatorSetup,
  ...setUpByCode(beginActivation),
  deliver,
  callback,
};
