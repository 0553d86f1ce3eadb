import type { BeginHold, HeldCall, HeldCalls, HoldName } from '../../model/hold.ts';
import { dueIndex, key } from './keys.ts';
import { putItem, type Table, updateItemIf } from './table.ts';

/** The list entry of a held call. It is written in one batch with the call. */
export const heldItem = (userId: number, name: HoldName, { id, webhookId, expiresAt }: HeldCall) => ({
  ...key.heldCall(userId, name, id),
  id,
  webhook_id: webhookId,
  expires_at: expiresAt,
});

/** Starts a hold. A concurrent start overwrites it, which is harmless while no calls are counted. */
export const beginHold =
  (table: Table): BeginHold =>
  async (userId, name, { now, nextCheckAt }) => {
    const Item = {
      ...key.hold(userId, name),
      user_id: userId,
      message: String(name),
      begun_at: now.toISOString(),
      due_pk: dueIndex.holds,
      due_sk: nextCheckAt.toISOString(),
    };
    await putItem(table, { Item });
  };

/** Prefix of the attributes with the ids up to which calls are discarded. A webhook's id follows it. */
export const DISCARD = 'discard_';

/** Requests an early check of a hold; see {@link HeldCalls.hasten}. */
export const runHoldNow =
  (table: Table): HeldCalls['hasten'] =>
  async (userId, name, now, discard) => {
    await updateItemIf(table, {
      Key: key.hold(userId, name),
      UpdateExpression: `SET due_sk = :now${discard ? ', #discard = :until' : ''}`,
      ConditionExpression: 'attribute_exists(pk)',
      ...(discard && { ExpressionAttributeNames: { '#discard': `${DISCARD}${discard.webhookId}` } }),
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ...(discard && { ':until': discard.until }),
      },
    });
  };
