import type { TargetKindWire, TargetWire } from '#contract/target';
import { targetKinds } from '../../integrations/targets/kinds.gen.ts';
import type { ProviderCredentials } from '../model/message.ts';
import type { DispatchCounts, TargetStore, WebhookDirectory } from '../model/target-ports.ts';
import { notFound } from '../platform/errors.ts';
import { isWithin, narrow, type Reach } from '../platform/reach.ts';
import { toWire } from './to-wire.ts';

export type ReadTargetPorts = { targets: TargetStore; counters: DispatchCounts; webhooks: WebhookDirectory };

/**
 * Returns a user’s targets, oldest first, with their usage. `reach` limits them to those of a restricted key's
 * webhooks.
 */
export const listTargets = async (userId: number, ports: ReadTargetPorts, reach?: Reach): Promise<TargetWire[]> => {
  const [targets, all, counts] = await Promise.all([
    ports.targets.list(userId, { mayLag: true }),
    ports.webhooks.list(userId, { mayLag: true }),
    ports.counters.read(userId),
  ]);
  const { webhooks, targets: used } = narrow(reach, all);
  return targets.filter(({ id }) => isWithin(used, id)).map((target) => toWire(target, { counts, webhooks }));
};

/** Returns one target with its usage. */
export const getTarget = async (
  userId: number,
  targetId: number,
  ports: ReadTargetPorts,
  reach?: Reach,
): Promise<TargetWire> => {
  const [target, all, counts] = await Promise.all([
    ports.targets.get(userId, targetId),
    ports.webhooks.list(userId),
    ports.counters.read(userId),
  ]);
  const { webhooks, targets: used } = narrow(reach, all);
  if (!target || !isWithin(used, targetId)) throw notFound('Target');
  return toWire(target, { counts, webhooks });
};

/**
 * Returns all kinds in their order in lists. A kind without the operator's credentials is unavailable and has a reason.
 */
export const listTargetKinds = (credentials: ProviderCredentials): TargetKindWire[] =>
  targetKinds.map((kind) => {
    const reason = kind.unavailable(credentials);
    return {
      slug: kind.slug,
      name: kind.name,
      description: kind.description,
      enabled: reason === undefined,
      ...(reason !== undefined && { reason }),
      setup: kind.setup,
      guided: kind.setup === 'code' || kind.guided === true,
      fields: kind.fields,
      movable: kind.movable === true,
      settings: {
        link: kind.settings?.link === true,
        silent_below: kind.settings?.silent_below === true,
        ...(kind.settings?.mention && {
          mention: { pattern: kind.settings.mention.id.source, hint: kind.settings.mention.hint },
        }),
      },
      icon: kind.icon,
      ...(kind.limit && { limit: kind.limit }),
    };
  });
