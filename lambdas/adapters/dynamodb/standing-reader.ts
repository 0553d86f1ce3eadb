import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { accountStatus } from '#contract/account';
import { NEVER } from '#contract/common';
import type { StandingReader } from '../../webhooks/ports.ts';
import { key } from './keys.ts';
import type { Table } from './table.ts';

const stored = z.object({ status: accountStatus, premium_until: z.string().default(NEVER) });

/** Reads plan and end of plan from the profile, and nothing else of it. */
export const standingReader = (table: Table): StandingReader => ({
  standing: async (userId) => {
    const { Item } = await table.client.send(
      new GetCommand({
        TableName: table.name,
        Key: key.profile(userId),
        ProjectionExpression: '#status, premium_until',
        ExpressionAttributeNames: { '#status': 'status' },
      }),
    );
    if (!Item) return undefined;
    const { status, premium_until } = stored.parse(Item);
    return { status, premiumUntil: premium_until };
  },
});
