import { linkPage } from '../../../lambdas/mail/link-page.ts';
import { parseTargetLinkToken } from '../../../lambdas/mail/link-token.ts';
import {
  type AccountResources,
  declinedPage,
  noButton,
  ownAddressPage,
  saysNo,
} from '../../../lambdas/mail/own-address.ts';
import type { CallbackAnswer, CallbackRequest } from '../../../lambdas/platform/outbound/callback.ts';
import type { Reason } from '../../../lambdas/platform/outbound/outcome.ts';
import { sameSecret } from '../../../lambdas/platform/same-secret.ts';
import type { CallbackContext, CallbackHandler, MailEventHandler } from '../../../lambdas/targets/callback.ts';
import type { OpenTarget } from '../../../lambdas/targets/send-context.ts';
import { sameAddress } from './address.ts';
import { CONFIRM } from './confirmation.ts';

/**
 * Handles the links in emails, `confirm` and `unsubscribe`, each with `?t=…`. Opening one shows a page with a button,
 * because email programs and scanners open links too. Only the button's POST changes anything. Email programs
 * unsubscribe with a single POST (`List-Unsubscribe=One-Click`, RFC 8058), which needs no page, login or redirect.
 */
export const callback: CallbackHandler = async (request, context) => {
  const [action, ...rest] = request.path;
  if (rest.length > 0 || (action !== 'confirm' && action !== 'unsubscribe')) return { status: 404 };
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  const token = request.query.get('t') ?? '';
  const acts = request.method === 'POST';
  return action === 'confirm' ? confirm(token, request, context) : unsubscribe(token, acts, context);
};

const EXPIRED = linkPage(
  410,
  'This link has expired',
  'The link was already used or is older than 24 hours. Ask the sender for a new one.',
);

const confirm = async (token: string, { method, body }: CallbackRequest, context: CallbackContext) => {
  const acts = method === 'POST';
  const claim = await (acts ? context.redeem(CONFIRM, token) : context.peek(CONFIRM, token));
  const target = claim && (await context.target(claim.userId, claim.targetId));
  const owner = target && (await context.owners.get(target.userId));
  if (!target || !owner || target.options.confirmedBy !== claim.hash) return EXPIRED;
  const address = String(target.options.address);
  const provesOwner = !owner.emailVerified && sameAddress(address, owner.email);
  if (!acts)
    return provesOwner ? ownAddressPage(owner.email, await others(target, context)) : question(target, address);
  if (saysNo(body)) {
    await context.consent.declined(address);
    await context.change(target, { status: 'inactive', statusReason: DECLINED, options: { address } });
    return declinedPage;
  }
  if (provesOwner) await context.owners.verify(target.userId, owner.email);
  await context.consent.agreed(address);
  await context.change(target, { status: 'active', statusReason: undefined, options: { address, confirmed: true } });
  return linkPage(200, 'Confirmed', `You will receive messages from "${target.name}" at ${address}.`);
};

const DECLINED: Reason = {
  code: 'address-declined',
  text: 'The recipient declined to receive messages. Use another address.',
};

const question = (target: OpenTarget, address: string): CallbackAnswer =>
  linkPage(
    200,
    'Do you want these messages?',
    `Messages from "${target.name}" will be sent to ${address}. You can unsubscribe at any time.`,
    [{ label: 'Yes, send me messages' }, noButton('No')],
  );

/** Returns the account's webhooks and targets, except the target that is being confirmed. */
const others = async (target: OpenTarget, context: CallbackContext): Promise<AccountResources> => {
  const { webhooks, targets } = await context.belongings(target.userId);
  const own = targets.indexOf(target.name);
  return { webhooks, targets: targets.filter((_, index) => index !== own) };
};

const unsubscribe = async (token: string, acts: boolean, context: CallbackContext): Promise<CallbackAnswer> => {
  const parsed = parseTargetLinkToken(token);
  const target = parsed && (await context.target(parsed.userId, parsed.targetId));
  // A deleted target sends no emails, so this is true. An invalid link gets the same response, which reveals no more.
  if (!parsed || !target || !sameSecret(parsed.key, target.secrets.unsubscribeKey ?? ''))
    return linkPage(200, 'Unsubscribed', 'You will no longer receive these emails.');
  const { address } = target.options;
  if (!acts)
    return linkPage(200, 'Unsubscribe', `Stop sending messages from "${target.name}" to ${address}?`, [
      { label: 'Unsubscribe' },
    ]);
  await suppress(
    target,
    'unsubscribed',
    {
      code: 'recipient-unsubscribed',
      text: 'The recipient unsubscribed. Reactivate this target to ask for their consent again.',
    },
    context,
  );
  return linkPage(200, 'Unsubscribed', `No further messages from "${target.name}" will be sent to ${address}.`);
};

const suppress = (
  target: OpenTarget,
  suppressed: 'unsubscribed' | 'complaint' | 'bounce',
  statusReason: Reason,
  context: CallbackContext,
) =>
  context.change(target, {
    status: 'inactive',
    statusReason,
    options: {
      address: target.options.address,
      suppressed,
      // A bounce doesn't withdraw consent, but an unsubscribe does.
      confirmed: suppressed === 'bounce' && target.options.confirmed === true,
    },
  });

const SPAM: Reason = {
  code: 'mail-reported-as-spam',
  text: 'The recipient reported an email as spam, so no more emails are sent to this address. Use another address.',
};

/** After this number of consecutive soft bounces, an address counts as dead. */
const MAX_BOUNCES = 3;

/** Handles bounces, complaints and deliveries. Every email names its target in its tags. */
export const mailEvent: MailEventHandler = async (event, context) => {
  const { user, target: id, message } = event.tags;
  if (!user || !id) return;
  const target = await context.target(Number(user), Number(id));
  if (!target) return;
  const { bounces, ...options } = target.options;
  const { address } = options;
  if (event.type === 'delivery') {
    if (bounces !== undefined) await context.change(target, { options });
    return;
  }
  if (message) {
    const { code, text }: Reason =
      event.type === 'complaint'
        ? { code: 'mail-reported-as-spam', text: 'The recipient reported the email as spam.' }
        : { code: 'mail-bounced', text: `The email to ${address} bounced.` };
    await context.reportFailure({ userId: target.userId, targetId: target.id }, message, {
      code,
      text: `${text} ${event.detail}`.trim(),
    });
  }
  const inARow = (typeof bounces === 'number' ? bounces : 0) + 1;
  if (event.type === 'complaint') await suppress(target, 'complaint', SPAM, context);
  else if (event.permanent)
    await suppress(
      target,
      'bounce',
      { code: 'mail-bounced', text: `Emails to ${address} bounced: ${event.detail}. Check the address for typos.` },
      context,
    );
  else if (inARow >= MAX_BOUNCES)
    await suppress(
      target,
      'bounce',
      {
        code: 'mail-bounced',
        text: `${MAX_BOUNCES} emails in a row to ${address} bounced: ${event.detail}. Reactivate this target when the mailbox works again.`,
      },
      context,
    );
  else await context.change(target, { options: { ...options, bounces: inARow } });
};
