import * as z from 'zod';
import type { Team, TeamStore } from '../../model/team.ts';
import { key, ownerOfWorkspace, within } from './keys.ts';
import { readOwner } from './owner-reader.ts';
import { below, queryAll } from './query.ts';
import { getItem, type Table, transactOrWhyNot, type Write } from './table.ts';

const date = z.iso.datetime().transform((text) => new Date(text));
const role = z.enum(['editor', 'viewer']);

const stored = z.object({
  version: z.number(),
  members: z.array(z.object({ user_id: z.number(), email: z.string(), role, joined_at: date })),
  invitations: z.array(z.object({ id: z.string(), hash: z.string(), email: z.string(), role, expires_at: date })),
});

const teamAttributes = ({ members, invitations }: Team) => ({
  members: members.map(({ userId, joinedAt, ...rest }) => ({
    ...rest,
    user_id: userId,
    joined_at: joinedAt.toISOString(),
  })),
  invitations: invitations.map(({ expiresAt, ...rest }) => ({ ...rest, expires_at: expiresAt.toISOString() })),
});

/** A team is one small item, so a single conditional write limits its seats. */
export const teamStore = (table: Table): TeamStore => {
  const read: TeamStore['read'] = async (ownerId) => {
    const { Item } = await getItem(table, { Key: key.team(ownerId), ConsistentRead: true });
    const { version, members, invitations } = Item ? stored.parse(Item) : { version: 0, members: [], invitations: [] };
    return {
      version,
      members: members.map(({ user_id, joined_at, ...rest }) => ({ ...rest, userId: user_id, joinedAt: joined_at })),
      invitations: invitations.map(({ expires_at, ...rest }) => ({ ...rest, expiresAt: expires_at })),
    };
  };
  return {
    read,
    replace: async (ownerId, team, version, change) => {
      const writes: Write[] = [
        {
          Put: {
            Item: { ...key.team(ownerId), version: version + 1, ...teamAttributes(team) },
            ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
            ...(version > 0 && { ExpressionAttributeValues: { ':version': version } }),
          },
        },
      ];
      if (change && 'leaves' in change) writes.push({ Delete: { Key: key.workspace(change.leaves, ownerId) } });
      if (change && 'joins' in change) {
        const { userId, email } = change.joins;
        writes.push(
          { Put: { Item: key.workspace(userId, ownerId) } },
          {
            Update: {
              Key: key.profile(userId),
              UpdateExpression: 'SET joined_workspace = :true',
              // A tombstone has no address.
              ConditionExpression: 'email = :email',
              ExpressionAttributeValues: { ':true': true, ':email': email },
            },
          },
        );
      }
      const refused = await transactOrWhyNot(table, writes);
      if (!refused) return true;
      if (refused.reasons.some((reason) => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict'))
        return false;
      throw refused.error;
    },
    workspacesOf: async (userId) => {
      const items = await queryAll(table, { ...below(within.workspaces(userId)), ConsistentRead: true });
      return items.map(({ sk }) => ownerOfWorkspace(String(sk)));
    },
    membership: async (ownerId, userId) => {
      const [{ members }, owner] = await Promise.all([read(ownerId), readOwner(table, ownerId)]);
      const member = members.find((each) => each.userId === userId);
      return member && owner && { member, owner };
    },
  };
};
