import * as target from '../target.ts';
import * as template from '../template.ts';
import { numeric } from './ids.ts';

/** Input and output below `/targets` and `/templates`. */
export const targetMessages = {
  listTargets: { response: target.targetList },
  createTarget: { request: target.newTarget, response: target.target },
  listTargetKinds: { response: target.targetKindList },
  getTarget: { params: numeric, response: target.target },
  updateTarget: { params: numeric, request: target.targetChange, response: target.target },
  deleteTarget: { params: numeric },
  testTarget: { params: numeric, response: target.testResult },
  renderTemplate: { request: template.sandboxRequest, response: template.sandboxResult },
} as const;
