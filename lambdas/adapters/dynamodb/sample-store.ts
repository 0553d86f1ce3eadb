import * as z from 'zod';
import { camel, renamed, snake } from '#contract/names';
import { keptSampleSchema, type SampleStore } from '../../model/sample.ts';
import { chunksOf, packContent, unpackContent } from './content-chunks.ts';
import { key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { deleteItem, getItem, type Table, transactOrWhyNot, updateItemIf } from './table.ts';

/**
 * Prefix of the attributes that describe samples. A webhook's list of samples is one item, so the write that stores the
 * content can also check that the list is not full.
 */
const ENTRY = 'sample_';
const entry = (id: string) => `${ENTRY}${id}`;

const stored = keptSampleSchema.extend({
  /** Number of items with the sample's content. */
  chunks: z.number(),
});

/** Maximum number of attempts of a write that conflicts with other writes to the list. */
const TRIES = 5;

/** Like {@link transactOrWhyNot}, but retries the write if it conflicts with another write to the list. */
const unhindered: typeof transactOrWhyNot = async (table, items) => {
  for (let tries = 1; ; tries++) {
    const refused = await transactOrWhyNot(table, items);
    if (tries === TRIES || !refused?.reasons.includes('TransactionConflict')) return refused;
  }
};

export const sampleStore = (table: Table): SampleStore => {
  const read = async (userId: number, webhookId: number) => {
    const Key = key.sampleList(userId, webhookId);
    const { Item = {} } = await getItem(table, { Key, ConsistentRead: true });
    const samples = Object.entries(Item)
      .filter(([name]) => name.startsWith(ENTRY))
      .map(([, value]) => stored.parse(renamed(camel, value as object)));
    return { samples, count: samples.length };
  };

  return {
    insert: async (userId, webhookId, sample, content, { most, maxBytes }) => {
      const chunks = chunksOf(packContent(content));
      const refused = await unhindered(table, [
        {
          ConditionCheck: {
            Key: key.webhook(userId, webhookId),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        {
          Update: {
            Key: key.sampleList(userId, webhookId),
            UpdateExpression: 'SET #entry = :entry ADD kept_count :one, bytes :size',
            ConditionExpression:
              'attribute_not_exists(#entry) AND (attribute_not_exists(kept_count) OR (kept_count < :most AND bytes <= :room))',
            ExpressionAttributeNames: { '#entry': entry(sample.id) },
            ExpressionAttributeValues: {
              ':entry': { ...renamed(snake, sample), chunks: chunks.length },
              ':one': 1,
              ':size': sample.size,
              ':most': most,
              ':room': maxBytes - sample.size,
            },
          },
        },
        ...chunks.map((data, index) => ({
          Put: { Item: { ...key.sampleContent(userId, webhookId, sample.id, index), data } },
        })),
      ]);
      if (!refused) return 'kept';
      const [webhook, list] = refused.reasons;
      if (webhook === 'ConditionalCheckFailed') return 'webhook-gone';
      if (list !== 'ConditionalCheckFailed') throw refused.error;
      const { samples } = await read(userId, webhookId);
      if (samples.some(({ id }) => id === sample.id)) return 'known';
      return samples.length >= most ? 'too-many' : 'no-room';
    },
    list: async (userId, webhookId) => {
      const { samples } = await read(userId, webhookId);
      return samples
        .map(({ chunks: _, ...sample }) => sample)
        .sort((one, other) => other.keptAt.localeCompare(one.keptAt) || other.id.localeCompare(one.id));
    },
    content: async (userId, webhookId, id) => {
      const items = await queryAll(table, {
        ...below(within.sampleContent(userId, webhookId, id)),
        ConsistentRead: true,
      });
      const chunks = items.map(({ data }) => data as Uint8Array);
      return chunks.length > 0 ? unpackContent(chunks) : undefined;
    },
    rename: (userId, webhookId, id, name) =>
      updateItemIf(table, {
        Key: key.sampleList(userId, webhookId),
        UpdateExpression: 'SET #entry.#name = :name',
        ConditionExpression: 'attribute_exists(#entry)',
        ExpressionAttributeNames: { '#entry': entry(id), '#name': 'name' },
        ExpressionAttributeValues: { ':name': name },
      }),
    remove: async (userId, webhookId, id) => {
      const { samples } = await read(userId, webhookId);
      const sample = samples.find((each) => each.id === id);
      if (!sample) return false;
      const refused = await unhindered(table, [
        {
          Update: {
            Key: key.sampleList(userId, webhookId),
            UpdateExpression: 'REMOVE #entry ADD kept_count :less, bytes :size',
            ConditionExpression: 'attribute_exists(#entry)',
            ExpressionAttributeNames: { '#entry': entry(id) },
            ExpressionAttributeValues: { ':less': -1, ':size': -sample.size },
          },
        },
        ...Array.from({ length: sample.chunks }, (_, index) => ({
          Delete: { Key: key.sampleContent(userId, webhookId, id, index) },
        })),
      ]);
      if (refused && refused.reasons[0] !== 'ConditionalCheckFailed') throw refused.error;
      return !refused;
    },
    removeAll: async (userId, webhookId) => {
      const items = await queryAll(table, {
        ...below(within.samples(userId, webhookId)),
        ConsistentRead: true,
        ProjectionExpression: 'pk, sk',
      });
      // The list is deleted last, so the contents can still be found if the deletion stops half-way.
      const keys = items.map(({ pk, sk }) => ({ pk, sk })).sort((one) => (one.sk === 'LIST' ? 1 : -1));
      for (const Key of keys) await deleteItem(table, { Key });
    },
  };
};
