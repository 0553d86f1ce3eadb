import type { NewTarget, TargetWire } from '#contract/target';
import { targetKind } from '../../integrations/targets/kinds.gen.ts';
import type { OwnerReader } from '../model/owner.ts';
import { type Plans, planOf, TARGETS_WITHOUT_LIMIT } from '../model/plans.ts';
import type { Target } from '../model/target.ts';
import type { ProviderReferenceStore, TargetStore } from '../model/target-ports.ts';
import { AppError, invalidField, notFound } from '../platform/errors.ts';
import { newNumericId } from '../platform/ids.ts';
import { takeFallback } from './fallback-chain.ts';
import { applyOnboarding, beginContext, type OnboardingPorts } from './onboarding.ts';
import { takeSettings } from './take-settings.ts';
import { toWire } from './to-wire.ts';

export type CreateTargetPorts = OnboardingPorts & {
  targets: TargetStore;
  references: ProviderReferenceStore;
  plans: Plans;
  owners: OwnerReader;
};

/** The specification's text, so the browser and the API show the same error. */
const LIMIT_HIT =
  'You hit the limit of Targets you can create. If you need or want more targets, please consider upgrading to a premium tier in your settings';

/** The error for plans without a fixed limit. */
const TOO_MANY = `You hit the limit of Targets you can create. An account can have up to ${TARGETS_WITHOUT_LIMIT}. Contact us if you need more.`;

/**
 * Creates a target and begins its onboarding. The response contains the data for the owner's next step
 * (`ActivationKey`, `AuthUrl`) or a signing secret, which is shown only once.
 * @throws AppError invalid-input (unknown kind, wrong options), unavailable (kind not set up in this deployment),
 * conflict (the kind allows each name once), limit-reached.
 */
export const createTarget = async (userId: number, draft: NewTarget, ports: CreateTargetPorts): Promise<TargetWire> => {
  const kind = targetKind(draft.type);
  if (!kind) throw invalidField('type', 'kind-unknown', 'The target type is unknown', 'is not a target type');
  const unavailable = kind.unavailable(ports.credentials);
  if (unavailable) throw new AppError('kind-unavailable', unavailable);
  const owner = await ports.owners.get(userId);
  if (!owner) throw notFound('Account');
  if (kind.duplicateName && (await hasOneNamed(draft.name, kind.slug, userId, ports.targets)))
    throw new AppError('target-exists', kind.duplicateName);

  const now = ports.clock();
  const { maxTargets } = ports.plans[planOf(owner.status, owner.premiumUntil, now)];
  const limitHit = () => new AppError('target-limit-reached', maxTargets === null ? TOO_MANY : LIMIT_HIT);
  const most = maxTargets ?? TARGETS_WITHOUT_LIMIT;
  // Check the limit before any request to the provider. For concurrent requests, the transaction below enforces it.
  if (owner.targetCount >= most) throw limitHit();

  const identity = { id: newNumericId(), userId, name: draft.name };
  const { settings, options } = takeSettings(draft.options, kind);
  const fallback = await takeFallback(userId, undefined, draft, ports);
  const { begin } = await kind.driver();
  const result = await begin(options, beginContext(kind, identity, owner, ports));
  const target: Target = {
    ...identity,
    kind: kind.slug,
    ...applyOnboarding(identity, result, { ...settings, ...fallback }, ports.sealer),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  if (target.status === 'active' && !draft.enabled) target.status = 'disabled';
  if (!(await ports.targets.insert(target, most))) throw limitHit();
  const reference = kind.reference?.(target.options);
  if (reference) await ports.references.add(kind.slug, reference, { userId, targetId: target.id });
  return toWire(target, { counts: {}, webhooks: [] }, result.shownOnce);
};

const hasOneNamed = async (name: string, slug: string, userId: number, targets: TargetStore): Promise<boolean> =>
  (await targets.list(userId, { mayLag: true })).some((target) => target.name === name && target.kind === slug);
