import { MAX_MATTER_MESSAGES } from '#contract/bounds';
import type { MatterQuery } from '#contract/matter';
import type { Response } from '#contract/messages';
import { isOpen, isWaiting } from '../dispatches/watch.ts';
import type { ListedMatter, MatterList } from '../model/matter.ts';
import type { ListedWatch, Watch, WatchList } from '../model/watch.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { calledAt } from '../platform/ids.ts';

type Matter = Response<'listMatters'>[number];

export type ListMattersPorts = {
  webhooks: Pick<WebhookStore, 'get'>;
  matters: MatterList;
  watches: WatchList;
  clock: Clock;
};

/**
 * Returns the matters of a webhook's calls: open ones first, then those resolved in the past day, newest first. A new
 * comment or release is no reason to act, so a matter needs a severity of at least `warning`, or an acknowledgement. A
 * matter without a followed-up message is known by its watch alone.
 * @throws AppError('not-found')
 */
export const listMatters = async (
  userId: number,
  webhookId: number,
  { ack }: MatterQuery,
  { webhooks, matters, watches, clock }: ListMattersPorts,
): Promise<Matter[]> => {
  const webhook = await webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  const now = clock();
  const [messages, watched] = await Promise.all([
    matters.list(userId, webhookId, MAX_MATTER_MESSAGES, now),
    webhook.acknowledge ? watches.list(userId, webhookId, MAX_MATTER_MESSAGES) : [],
  ]);
  const watchOf = new Map(watched.map((watch) => [watch.name, watch]));
  const byKey = Map.groupBy(messages, ({ keyHash }) => keyHash);
  const followed = [...byKey].map(([hash, its]) => ({ matter: toWire(its), watch: watchOf.get(hash) }));
  const alone = watched
    .filter((watch) => !byKey.has(watch.name) && isOpen(watch, now))
    .map((watch) => ({ matter: ofWatch(watch), watch }));
  return [...followed, ...alone]
    .filter(({ matter, watch }) => watch || matter.severity === 'warning' || matter.severity === 'critical')
    .map(({ matter, watch }) => ({ ...matter, ...acknowledgementOf(watch, now) }))
    .filter(({ waiting_invocation_id }) => ack === undefined || waiting_invocation_id !== undefined)
    .toSorted(openFirst);
};

/** One matter's messages, of which the one with the latest call knows most. */
const toWire = (messages: ListedMatter[]): Matter => {
  const latest = messages.reduce((one, other) => (other.lastCall > one.lastCall ? other : one));
  return {
    title: latest.title,
    state: latest.state,
    severity: latest.severity,
    opened_at: messages.map(({ openedAt }) => openedAt).toSorted()[0] ?? latest.openedAt,
    latest_at: latest.lastAt,
    count: Math.max(...messages.map(({ count }) => count)),
    invocation_id: latest.lastCall,
    ...(latest.link && { link: latest.link }),
    target_ids: messages.map(({ targetId }) => targetId),
  };
};

/** A matter whose messages are not followed up. A watch counts neither calls nor messages. */
const ofWatch = ({ title, severity, invocationId, latestCall }: ListedWatch): Matter => ({
  ...{ title, state: 'open', severity, invocation_id: invocationId, target_ids: [] },
  opened_at: calledAt(invocationId).toISOString(),
  latest_at: calledAt(latestCall).toISOString(),
});

/** The acknowledgement of a matter that is not resolved. */
const acknowledgementOf = (watch: Watch | undefined, now: Date): Partial<Matter> => {
  if (!watch || watch.resolvedAt !== undefined) return {};
  const { acknowledged: done } = watch;
  if (done) return { acknowledged_at: done.at, acknowledged_by: done.by };
  return isWaiting(watch, now) ? { waiting_invocation_id: watch.invocationId } : {};
};

const openFirst = (one: Matter, other: Matter): number =>
  Number(one.state === 'resolved') - Number(other.state === 'resolved') || other.latest_at.localeCompare(one.latest_at);
