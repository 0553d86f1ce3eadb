import { targetKinds } from '../../integrations/targets/kinds.gen.ts';
import type { TargetKind } from './target-kind.ts';

/** The kind of a trial's only target. It sends nothing anywhere, so a stranger cannot send messages through us. */
export const trialKind = (): Pick<TargetKind, 'slug' | 'name'> => {
  const kind = targetKinds.find(({ trial }) => trial);
  if (!kind) throw new Error('no kind of target is for trials');
  return kind;
};
