import { NEVER } from '#contract/never';
import type { TargetWire } from '#contract/target';
import { targetKind } from '../../integrations/targets/kinds.gen.ts';
import { fallbackOf, type Target } from '../model/target.ts';
import type { DispatchCounts, WebhookDirectory } from '../model/target-ports.ts';
import { settingsOf, withoutFallback } from './settings.ts';

/** Data for a target's wire format that is not stored with the target. */
interface Surroundings {
  counts: Awaited<ReturnType<DispatchCounts['read']>>;
  webhooks: Awaited<ReturnType<WebhookDirectory['list']>>;
}

/**
 * Converts a target to wire format.
 * @param shownOnce options that are shown only in this response
 */
export const toWire = (
  target: Target,
  { counts, webhooks }: Surroundings,
  shownOnce: Record<string, unknown> = {},
): TargetWire => {
  const count = counts[target.id];
  const fallback = fallbackOf(target);
  return {
    id: target.id,
    name: target.name,
    status: target.status,
    ...(target.statusReason && { status_reason: target.statusReason.text }),
    ...(target.statusReason?.code && { status_code: target.statusReason.code }),
    options: {
      ...targetKind(target.kind)?.publicOptions(withoutFallback(target.options)),
      ...settingsOf(target.options),
      ...shownOnce,
    },
    created_at: target.createdAt,
    updated_at: target.updatedAt,
    target_type: target.kind,
    number_of_dispatches: count?.total ?? 0,
    last_dispatch_at: count?.lastAt ?? NEVER,
    associated_webhooks: webhooks
      .filter(({ targetIds }) => targetIds.includes(target.id))
      .map(({ id, name, enabled }) => ({ id, name, enabled })),
    ...(fallback && { fallback_target_id: fallback.targetId, fallback_after_minutes: fallback.afterMinutes }),
  };
};

/** Options of a target whose setup is unfinished. With them, anyone could connect their own chat or account. */
const SET_UP_OPTIONS = ['ActivationKey', 'ActivationUrl', 'ActivationGroupUrl', 'AuthUrl'];

/** Removes the secrets of an unfinished setup, for callers without write access. */
export const withoutSetUp = ({ options, ...target }: TargetWire): TargetWire => ({
  ...target,
  options: Object.fromEntries(Object.entries(options).filter(([name]) => !SET_UP_OPTIONS.includes(name))),
});
