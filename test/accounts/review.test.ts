import { beforeEach, describe, expect, it } from 'vitest';
import { answerReview } from '../../lambdas/accounts/answer-review.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { awaitsReview, resumeReviewed, UNREVIEWED } from '../../lambdas/targets/review.ts';
import { aTarget, aWebhook } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, newUser, otherPassword } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
let user: Awaited<ReturnType<typeof newUser>>;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
  user = await newUser(rig, 'ada@example.com');
});

const targets = () => targetStore(rig.table);
const make = async (id: number, status: 'active' | 'pending' | 'disabled' = 'active') => {
  const at = rig.ports.clock().toISOString();
  await targets().insert(aTarget({ id, userId: user.id, status, createdAt: at, updatedAt: at }), null);
};
const statusOf = async (id: number) => (await targets().get(user.id, id))?.status;
const resetByLink = async (on = rig) => {
  on.pass(60);
  await on.post('/user/password/initreset', { email: user.email, challenge: 'solved FORGOT_PASSWORD' });
  const [, token] = /\/user\/password\/reset\/([\w-]+)/.exec(on.mails.at(-1)?.text ?? '') ?? [];
  return (await on.post('/user/password/reset', { token, newPassword: otherPassword })).status;
};
const reviewSince = async () => (await rig.ports.accounts.get(user.id))?.reviewSince;
const deleted: string[] = [];
const answer = (keep: boolean) =>
  answerReview(user.id, keep, user.id, {
    accounts: rig.ports.accounts,
    webhooks: { list: async () => [aWebhook({ id: 7, createdAt: '2026-03-01T12:00:00.000Z' })] },
    targets: targets(),
    resumeReviewed: async (userId) => {
      await resumeReviewed(userId, { targets: targets(), clock: rig.ports.clock });
    },
    deleteWebhook: async (_, id) => void deleted.push(`webhook ${id}`),
    deleteTarget: async (_, id) => void deleted.push(`target ${id}`),
  });

describe('the content of an account before a reset link first proved its address', () => {
  it('is disabled until its owner agrees, and targets that the owner had disabled stay so', async () => {
    await make(1);
    await make(2, 'disabled');
    expect(await resetByLink()).toBe(204);
    expect(await targets().get(user.id, 1)).toMatchObject({ status: 'disabled', statusReason: UNREVIEWED });
    const { body } = await rig.login(user.email, otherPassword);
    const { profile } = (await rig.user('GET', user.id, body.access_token)).body;
    expect([profile.email_verified, profile.review_since]).toEqual([true, '2026-03-01T12:01:00.000Z']);
    await answer(true);
    expect([await statusOf(1), await statusOf(2), await reviewSince()]).toEqual(['active', 'disabled', undefined]);
  });

  it('cannot be completed by its creator: a pending target is disabled, too', async () => {
    await make(1, 'pending');
    await resetByLink();
    const suspended = await targets().get(user.id, 1);
    expect([suspended?.status, suspended && awaitsReview(suspended)]).toEqual(['inactive', true]);
    await answer(true);
    expect(await statusOf(1)).toBe('inactive');
  });

  it('is deleted if its owner does not recognise it, without newer items', async () => {
    await make(1);
    await resetByLink();
    rig.pass(60);
    await make(2);
    await rig.login(user.email, otherPassword);
    expect(await statusOf(2)).toBe('active');
    await answer(false);
    expect(deleted.splice(0)).toEqual(['webhook 7', 'target 1']);
    expect(await reviewSince()).toBeUndefined();
  });

  it('is disabled by the next sign-in if the reset was interrupted', async () => {
    await make(1);
    const broken = accountsRig(rig.table, {
      ports: {
        suspendForReview: async () => {
          throw new Error('crashed here');
        },
      },
    });
    expect(await resetByLink(broken)).toBe(500);
    expect(await statusOf(1)).toBe('active');
    await rig.login(user.email, otherPassword);
    expect(await statusOf(1)).toBe('disabled');
  });

  it('needs no review if there is none, if the address was confirmed, or after an answer', async () => {
    await resetByLink();
    expect(await reviewSince()).toBeUndefined();
    await make(1);
    await resetByLink();
    expect([await statusOf(1), await reviewSince()]).toEqual(['active', undefined]);
    await answer(false);
    expect(deleted).toEqual([]);
  });
});
