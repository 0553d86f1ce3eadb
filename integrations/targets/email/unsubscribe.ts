import { targetLinkToken } from '../../../lambdas/mail/link-token.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';

/** Returns the unsubscribe link. It names the target and proves that its holder received one of the target's emails. */
export const unsubscribeUrl = (appUrl: string, { userId, id, secrets }: OpenTarget): string => {
  if (!secrets.unsubscribeKey) throw new Error(`the email target ${id} has no key for its unsubscribe links`);
  return `${appUrl}/api/callbacks/email/unsubscribe?t=${targetLinkToken(userId, id, secrets.unsubscribeKey)}`;
};
