import { examples } from '../../integrations/targets/examples.gen.ts';
import type { Target } from '../../lambdas/model/target.ts';
import { target } from './support.ts';

/** An active target of each kind that uses HTTP, in the state after its onboarding. */
export const activeTargets: Record<string, Target> = Object.fromEntries(
  Object.entries(examples).flatMap(([kind, { options = {}, secrets, answers }]) =>
    answers ? [[kind, target({ kind, options, ...(secrets && { secrets }) })]] : [],
  ),
);
