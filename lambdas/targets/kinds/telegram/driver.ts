import { setUpByCode } from '../../activation.ts';
import type { Driver } from '../../target-kind.ts';
import { beginActivation } from './activation.ts';
import { callback } from './callback.ts';
import { deliver } from './deliver.ts';
import { entityText, MAX_ENTITIES } from './entities.ts';
import { operatorSetup } from './operator-setup.ts';

export const driver: Driver = {
  operatorSetup,
  ...setUpByCode(beginActivation),
  deliver,
  fitsRich: (part) => {
    const { text, entities } = entityText(part);
    return text.length <= 4096 && entities.length <= MAX_ENTITIES;
  },
  callback,
};
