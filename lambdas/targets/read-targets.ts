import type { TargetKindWire, TargetWire } from '#contract/target';
import { notFound } from '../platform/errors.ts';
import type { Services, Uses } from '../services.ts';
import { targetKinds } from './kinds/index.ts';
import type { WebhookDirectory } from './ports.ts';
import type { ProviderCredentials } from './target-kind.ts';
import { toWire } from './to-wire.ts';

export type ReadTargetPorts = Pick<Services, 'targets'> & Uses<{ counters: 'read' }> & { webhooks: WebhookDirectory };

/** All targets of a user, oldest first, with their use. */
export const listTargets = async (userId: number, ports: ReadTargetPorts): Promise<TargetWire[]> => {
  const [targets, webhooks, counts] = await Promise.all([
    ports.targets.list(userId, { mayLag: true }),
    ports.webhooks.list(userId, { mayLag: true }),
    ports.counters.read(userId),
  ]);
  return targets.map((target) => toWire(target, { counts, webhooks }));
};

/** One target with its use. Changes nothing: a code that has expired stays expired. @throws AppError('not-found') */
export const getTarget = async (userId: number, targetId: number, ports: ReadTargetPorts): Promise<TargetWire> => {
  const [target, webhooks, counts] = await Promise.all([
    ports.targets.get(userId, targetId),
    ports.webhooks.list(userId),
    ports.counters.read(userId),
  ]);
  if (!target) throw notFound('Target');
  return toWire(target, { counts, webhooks });
};

/** The kinds on offer, in the order of the registration; one without the operator's credentials is listed with the reason. */
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
      icon: kind.icon,
      ...(kind.limit && { limit: kind.limit }),
    };
  });
