import { describeFallback } from './account-state.ts';
import type { DescribedTarget } from './document.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { FieldChange } from './verification.ts';

/** Plans the steps for one target of the document. A target with a problem gets no step. */
export const planTarget = (name: string, { type, enabled, options = {} }: DescribedTarget, draft: PlanDraft): void => {
  const { state, problem, fill, problems, changes, steps, known, absent, bound } = draft;
  const place = ['targets', name];
  const same = state.targets.filter((target) => target.name === name);
  const [existing] = same;
  const before = problems.length;
  if (existing && same.length > 1)
    problem(
      place,
      `${same.length} targets in the account have this name; rename all but one`,
      `/targets/${existing.id}`,
    );
  else if (!existing && bound) draft.unreached(place);
  else if (!existing) {
    const setup = state.setups.get(type);
    if (setup === undefined)
      problem(place, `${type} is not a target type; choose one of: ${[...state.setups.keys()].join(', ')}`);
    else if (setup === 'code' || setup === 'redirect')
      problem(
        place,
        'this type needs manual setup; create the target with this name in Tellhook first',
        `/targets/new?${new URLSearchParams({ name, type })}`,
      );
    known.add(name);
    const body = { name, type, enabled: enabled ?? true, options: fill([...place, 'options'], options) };
    if (problems.length === before) {
      changes.push({ action: 'create', what: 'target', name, fields: [] });
      steps.push({ do: 'create-target', body });
    }
  } else if (existing.target_type !== type)
    problem(
      [...place, 'type'],
      `is ${existing.target_type} in the account, and a target’s type can’t change`,
      `/targets/${existing.id}`,
    );
  else if (enabled !== undefined && enabled !== (existing.status !== 'disabled')) {
    draft.unreached(place);
    const fields = [{ field: 'enabled', from: !enabled, to: enabled }];
    if (!bound) {
      changes.push({ action: 'change', what: 'target', name, fields });
      steps.push({ do: 'change-target', id: existing.id, name, body: { enabled } });
    }
  }
  if (!existing && problems.length > before) absent.add(name);
};

/** Plans one target's fallback. It can be a target that the plan creates, so all targets come first. */
export const planFallback = (name: string, described: DescribedTarget, draft: PlanDraft): void => {
  const { state, problem, changes, steps, known, absent } = draft;
  const existing = state.targets.find((target) => target.name === name);
  const current = existing ? describeFallback(existing, state.targets) : {};
  const fields = changedFallback(current, described);
  if (fields.length === 0 || absent.has(name)) return;
  const place = ['targets', name, 'fallback_target'];
  const { fallback_target: fallback = current.fallback_target ?? null } = described;
  if (fallback !== null && (!known.has(fallback) || fallback === name || absent.has(fallback))) {
    const reason = !known.has(fallback) ? 'does not exist' : fallback === name ? 'is this target' : 'has problems';
    problem(place, `names ${fallback}, which ${reason}`, '/targets');
    return;
  }
  if (draft.bound) {
    draft.unreached(place);
    return;
  }
  const created = changes.find((change) => change.what === 'target' && change.name === name);
  if (created) created.fields.push(...fields);
  else changes.push({ action: 'change', what: 'target', name, fields });
  steps.push({ do: 'set-fallback', name, fallback, minutes: described.fallback_after_minutes });
};

/** The changes of a fallback. Fields that the document does not name stay as they are. */
const changedFallback = (
  before: Pick<DescribedTarget, 'fallback_target' | 'fallback_after_minutes'>,
  after: DescribedTarget,
): FieldChange[] => {
  const target = after.fallback_target === undefined ? before.fallback_target : after.fallback_target;
  // Without a fallback, its minutes have no effect.
  const names = target ? (['fallback_target', 'fallback_after_minutes'] as const) : (['fallback_target'] as const);
  return names.flatMap((field) => {
    const [from, to] = [before[field] ?? undefined, after[field] ?? undefined];
    return after[field] === undefined || from === to ? [] : [{ field, from, to }];
  });
};
