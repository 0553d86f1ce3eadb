import type { OpenTarget } from '../../target-kind.ts';

/** Names the target and proves that its holder got a mail of it. No expiry: a mail may be unsubscribed years later. */
const unsubscribeToken = ({ userId, id, secrets }: OpenTarget): string =>
  [userId.toString(36), id.toString(36), secrets.unsubscribeKey].join('.');

export const parseUnsubscribeToken = (
  token: string,
): { userId: number; targetId: number; unsubscribeKey: string } | undefined => {
  const [user, target, unsubscribeKey] = token.split('.');
  if (!user || !target || !unsubscribeKey) return undefined;
  const [userId, targetId] = [Number.parseInt(user, 36), Number.parseInt(target, 36)];
  return Number.isSafeInteger(userId) && Number.isSafeInteger(targetId)
    ? { userId, targetId, unsubscribeKey }
    : undefined;
};

export const unsubscribeUrl = (appUrl: string, target: OpenTarget): string =>
  `${appUrl}/api/callbacks/email/unsubscribe?t=${unsubscribeToken(target)}`;
