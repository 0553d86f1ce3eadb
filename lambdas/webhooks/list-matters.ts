import type { Response } from '#contract/messages';
import type { ListedMatter, MatterList } from '../model/matter.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';

/** Maximum number of messages that are read, each at most 1 KB. */
const MAX_READ = 200;

type Matter = Response<'listMatters'>[number];

type ListMattersPorts = { webhooks: Pick<WebhookStore, 'get'>; matters: MatterList; clock: Clock };

/**
 * Returns the matters of a webhook's calls: open ones first, then those resolved in the past day, newest first.
 * @throws AppError('not-found')
 */
export const listMatters = async (
  userId: number,
  webhookId: number,
  { webhooks, matters, clock }: ListMattersPorts,
): Promise<Matter[]> => {
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  const messages = await matters.list(userId, webhookId, MAX_READ, clock());
  return [...Map.groupBy(messages, ({ keyHash }) => keyHash).values()].map(toWire).toSorted(openFirst);
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

const openFirst = (one: Matter, other: Matter): number =>
  Number(one.state === 'resolved') - Number(other.state === 'resolved') || other.latest_at.localeCompare(one.latest_at);
