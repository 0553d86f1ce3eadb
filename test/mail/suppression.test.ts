import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { suppressionStore } from '../../lambdas/adapters/dynamodb/suppression-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { recordMailEvent, withSuppressionList } from '../../lambdas/mail/suppression.ts';
import { movableClock } from '../support/in-memory.ts';
import { tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();

const DAY = 86_400;
const open = (table: Table) => {
  const clock = movableClock();
  const sent: string[] = [];
  const suppressions = suppressionStore(table);
  const mailer = withSuppressionList(
    {
      send: async ({ to }: { to: string }) => {
        sent.push(to);
        return { kind: 'ok' };
      },
    },
    { suppressions, operator: 'operator@example.com', clock },
  );
  const happened = (
    type: 'bounce' | 'complaint' | 'reject' | 'delivery',
    permanent: boolean,
    ...recipients: string[]
  ) => recordMailEvent({ type, permanent, recipients }, suppressions, clock());
  return {
    table,
    clock,
    sent,
    mailer,
    happened,
    goesTo: async (to: string) => (await mailer.send({ to })).kind === 'ok',
  };
};
let post: ReturnType<typeof open>;
beforeEach(async () => {
  post = open(await standIn.another());
});

describe('an email address with a permanent bounce', () => {
  it('gets no further email, in any spelling, and the sender learns why', async () => {
    await post.happened('bounce', true, 'Ada@Example.com');
    expect(await post.mailer.send({ to: 'ada@example.com' })).toEqual({
      kind: 'fail_target',
      code: 'mail-bounced',
      reason: expect.stringContaining('ada@example.com'),
    });
    expect(await post.goesTo('grace@example.com')).toBe(true);
    expect(post.sent).toEqual(['grace@example.com']);
  });

  it('is tried again after two weeks, or once its owner confirms it', async () => {
    await post.happened('bounce', true, 'ada@example.com', 'grace@example.com');
    await post.mailer.clearSuppression('GRACE@example.com');
    expect([await post.goesTo('ada@example.com'), await post.goesTo('grace@example.com')]).toEqual([false, true]);
    post.clock.advance(14 * DAY);
    expect(await post.goesTo('ada@example.com')).toBe(true);
  });
});

describe('an email address whose reader complained', () => {
  it('gets no email for a year, even after a bounce or a confirmation', async () => {
    await post.happened('complaint', true, 'ada@example.com');
    await post.happened('bounce', true, 'ada@example.com');
    await post.mailer.clearSuppression('ada@example.com');
    post.clock.advance(364 * DAY);
    expect(await post.goesTo('ada@example.com')).toBe(false);
    post.clock.advance(DAY);
    expect(await post.goesTo('ada@example.com')).toBe(true);
  });
});

describe('email is still sent', () => {
  it('after a temporary bounce, the rejection of one email, or a delivery', async () => {
    await post.happened('bounce', false, 'ada@example.com');
    await post.happened('reject', false, 'ada@example.com');
    await post.happened('delivery', false, 'ada@example.com');
    expect(await post.goesTo('ada@example.com')).toBe(true);
  });

  it('to the operator, and to the test addresses of SES', async () => {
    await post.happened('complaint', true, 'operator@example.com');
    await post.happened('bounce', true, 'bounce@simulator.amazonses.com');
    expect(await post.goesTo('operator@example.com')).toBe(true);
    expect(await post.goesTo('bounce@simulator.amazonses.com')).toBe(true);
  });
});

describe('the list of suppressed addresses', () => {
  it('contains no address in plain text', async () => {
    await post.happened('complaint', true, 'ada@example.com');
    const { Items } = await post.table.client.send(new ScanCommand({ TableName: post.table.name }));
    expect(Items).toHaveLength(1);
    expect(JSON.stringify(Items)).not.toContain('ada');
  });
});
