import type { TargetChange, TargetWire } from '#contract/target';
import { targetKind } from '../../integrations/targets/kinds.gen.ts';
import type { Target } from '../model/target.ts';
import type { TargetChanges } from '../model/target-ports.ts';
import { AppError, notFound } from '../platform/errors.ts';
import type { CreateTargetPorts } from './create-target.ts';
import { takeFallback } from './fallback-chain.ts';
import { applyOnboarding, beginContext, openTarget } from './onboarding.ts';
import type { ReadTargetPorts } from './read-targets.ts';
import { awaitsReview, reviewFirst } from './review.ts';
import { storedSettingsOf, withSettings } from './settings.ts';
import { takeSettings } from './take-settings.ts';
import type { Driver, OnboardingResult, TargetKind } from './target-kind.ts';
import { toWire } from './to-wire.ts';

type UpdateTargetPorts = CreateTargetPorts & ReadTargetPorts;

/**
 * Renames, enables or disables a target, or changes its options.
 * - `enabled` switches between active and disabled. A pending target stays pending. An inactive one becomes active
 *   again, or begins its onboarding again if its kind requires that. A target that awaits the review can only be
 *   renamed.
 * - `options` are passed to the kind; `{renew: true}` begins the onboarding again (a new activation code, another
 *   channel). Unchanged options have no effect. Message settings (`settings.ts`) that are not sent stay unchanged.
 * @returns the updated target, with the values that are shown only once.
 * @throws AppError not-found, invalid-input, conflict (the target was changed at the same time, or awaits the review).
 */
export const updateTarget = async (
  userId: number,
  targetId: number,
  change: TargetChange,
  ports: UpdateTargetPorts,
): Promise<TargetWire> => {
  const [target, owner] = await Promise.all([ports.targets.get(userId, targetId), ports.owners.get(userId)]);
  const kind = target && targetKind(target.kind);
  if (!target || !kind || !owner) throw notFound('Target');
  const driver = await kind.driver();
  const context = beginContext(kind, { ...target, name: change.name ?? target.name }, owner, ports);
  const { settings: chosen, options } = takeSettings(change.options ?? {}, kind);
  const settings = { ...chosen, ...(await takeFallback(userId, targetId, change, ports)) };
  const asked = newOptions(target, options, kind);
  if (awaitsReview(target) && (change.enabled || asked)) throw reviewFirst();
  const result =
    asked && driver.change
      ? await driver.change(asked, openTarget(target, ports.sealer), context)
      : await reactivation(target, change, driver, (again) => again(openTarget(target, ports.sealer), context));

  const changes: TargetChanges = {
    ...(change.name !== undefined && { name: change.name }),
    ...(result
      ? applyOnboarding(target, result, { ...storedSettingsOf(target.options), ...settings }, ports.sealer)
      : switched(target, change.enabled)),
  };
  if (!result && Object.keys(settings).length > 0) changes.options = withSettings(target.options, settings);
  // A change of options does not enable a disabled target, unless the same request enables it.
  const wantsDisabled = change.enabled === false || (change.enabled === undefined && target.status === 'disabled');
  if (changes.status === 'active' && wantsDisabled) changes.status = 'disabled';

  const changed = await ports.targets.update(userId, targetId, changes, ports.clock(), [target.status]);
  if (!changed)
    throw new AppError('target-changed', 'The target has changed in the meantime. Reload it, then try again.');
  await moveReference(kind, target, changed, ports);
  const [webhooks, counts] = await Promise.all([ports.webhooks.list(userId), ports.counters.read(userId)]);
  return toWire(changed, { webhooks, counts }, result?.shownOnce);
};

/** Returns the options that differ from those shown to the owner; undefined if none do. */
const newOptions = (target: Target, options: Record<string, unknown>, kind: TargetKind) => {
  const shown = kind.publicOptions(target.options);
  const different = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name]),
  );
  return different.length > 0 ? Object.fromEntries(different) : undefined;
};

const reactivation = async (
  target: Target,
  change: TargetChange,
  { reactivate }: Driver,
  run: (again: NonNullable<Driver['reactivate']>) => Promise<OnboardingResult>,
): Promise<OnboardingResult | undefined> =>
  target.status === 'inactive' && change.enabled && reactivate ? run(reactivate) : undefined;

/**
 * Returns the changes that enabling or disabling a target causes. An inactive target that is disabled stays inactive.
 */
const switched = (target: Target, enabled: boolean | undefined): TargetChanges => {
  // A target that awaits the review keeps its status and reason. Otherwise it could be enabled without the review.
  if (enabled === undefined || awaitsReview(target)) return {};
  switch (target.status) {
    case 'active':
    case 'disabled':
    case 'inactive':
      if (enabled) return { status: 'active', statusReason: undefined };
      return target.status === 'inactive' ? {} : { status: 'disabled', statusReason: undefined };
    case 'created':
    case 'pending':
    case 'deleted':
      return {};
  }
};

const moveReference = async (kind: TargetKind, before: Target, after: Target, ports: CreateTargetPorts) => {
  const [was, is] = [kind.reference?.(before.options), kind.reference?.(after.options)];
  if (was === is) return;
  const target = { userId: after.userId, targetId: after.id };
  if (is) await ports.references.add(kind.slug, is, target);
  if (was) await ports.references.remove(kind.slug, was, target);
};
