import { messageMail } from '../../../../integrations/targets/email/message.ts';
import { confirmAddressMail } from '../../../../lambdas/mail/confirm-address.ts';
import { contactMail } from '../../../../lambdas/mail/contact.ts';
import { digestMail } from '../../../../lambdas/mail/digest.ts';
import type { MailContent } from '../../../../lambdas/mail/layout.ts';
import { noticeMail, noticeParts } from '../../../../lambdas/mail/notice-parts.ts';
import { confirmOwnAddressMail } from '../../../../lambdas/mail/own-address.ts';
import type { OwnerNotice } from '../../../../lambdas/mail/owner-notice.ts';
import { passwordResetMail } from '../../../../lambdas/mail/password-reset.ts';
import { paymentFailedMail } from '../../../../lambdas/mail/payment-failed.ts';
import { signInChangedMail } from '../../../../lambdas/mail/sign-in-changed.ts';
import { subscriptionEndedMail } from '../../../../lambdas/mail/subscription-ended.ts';
import { teamInvitationMail } from '../../../../lambdas/mail/team-invitation.ts';
import { plans } from '../../../../lambdas/model/plans.ts';

/** An email of the product with example data. */
interface ExampleMail {
  id: string;
  name: string;
  /** When it is sent, and to whom. */
  when: string;
  mail: MailContent;
}

const lorem =
  'Deployed 4f2a9c1 to production.\n\nservice:   checkout\nregion:    eu-central-1\nduration:  1 min 42 s\n\nhttps://ci.example.com/builds/4711?tab=log&line=1204';

const day = '2026-11-20';
const phone: OwnerNotice = {
  ...{ kind: 'target-refused', targetId: 21, targetName: 'Ada’s phone' },
  reason: 'The bot was blocked. Unblock it in Telegram, then reactivate this target.',
};

/** Every email that the product sends. Links lead to pages of the product at `appUrl`. */
export const exampleMails = (appUrl: string): ExampleMail[] => {
  const settings = `${appUrl}/user/settings`;
  const callback = (path: string) => `${appUrl}/api/callbacks/${path}`;
  const stop = callback('email/unsubscribe?t=1z141z3.2n9c.b6kQ3yV0uZr8mJw1xT5s4g');
  const never = callback('consent?t=bQ3yV0uZr8mJw1xT5s4gZk3vJ9xQ2mW7pL0aT5uY8bN.b6kQ3yV0uZr8mJw1xT5s4g');
  const target = `${appUrl}/targets/21`;
  const invocation = `${appUrl}/webhooks/7?inv=0mhp1kz9qabcdefghijklmnop`;
  const notice = (...notices: [OwnerNotice, ...OwnerNotice[]]) =>
    noticeMail(noticeParts(notices, appUrl), callback('notices?t=1z141z3.b6kQ3yV0uZr8mJw1xT5s4g'));
  const { maxInvocationsPerDay: limit, maxStoredBytes: maxBytes } = plans.free;
  return [
    {
      id: 'password-reset',
      name: 'Password reset',
      when: 'To the account’s address, when a user requests a new password.',
      mail: passwordResetMail(`${appUrl}/user/password/reset/Zk3vJ9xQ2mW7pL0aT5uY8bN1cR4eG6hD-sF_iKoPqVw`),
    },
    {
      id: 'confirm-address',
      name: 'Email target: confirmation',
      when: 'To the target’s address, when an email target is created.',
      mail: confirmAddressMail({
        ownerEmail: 'ada@example.com',
        targetName: 'On-call team',
        link: callback('email/confirm?t=Zk3vJ9xQ2mW7pL0aT5uY8b'),
        stop: never,
      }),
    },
    {
      id: 'confirm-own-address',
      name: 'Account: address confirmation',
      when: 'To the account’s address, when its owner requests it in Settings or creates a target for it.',
      mail: confirmOwnAddressMail({ link: callback('address?t=Zk3vJ9xQ2mW7pL0aT5uY8b'), stop: never }),
    },
    {
      id: 'sign-in-changed',
      name: 'Account: sign-in changed',
      when: 'To the account’s address, when its password or passkeys change or a recovery code is used.',
      mail: signInChangedMail(
        { kind: 'passkey-added', name: 'Laptop' },
        { at: new Date('2026-11-20T09:30:00Z'), ip: '203.0.113.5', link: settings },
      ),
    },
    {
      id: 'team-invitation',
      name: 'Team: invitation',
      when: 'To the invited address, when an owner invites a member or resends an invitation.',
      mail: teamInvitationMail({
        ownerEmail: 'ada@example.com',
        email: 'grace@example.com',
        role: 'editor',
        link: `${appUrl}/user/invitation/4117930260118529-Zk3vJ9xQ2mW7pL0aT5uY8bN1cR4eG6hD_sF_iKoPqVw`,
        stop: never,
      }),
    },
    {
      id: 'message',
      name: 'Email target: message',
      when: 'To an email target, when its webhook is called.',
      mail: messageMail({ text: lorem, webhookName: 'Deployments', part: 1, parts: 1, link: invocation, stop }),
    },
    {
      id: 'digest',
      name: 'Email target: digest',
      when: 'To an email target with many messages in a day, at most every 15 minutes.',
      mail: digestMail({
        targetName: 'On-call team',
        link: target,
        stop,
        messages: [
          { webhookName: 'Deployments', link: invocation, text: lorem },
          { webhookName: 'Alerts', link: invocation, text: '[FIRING:1] High memory usage\n- node-7: 96 %' },
          { webhookName: 'Shop', link: invocation, text: 'Order 1042: 3 items, 129.00 EUR' },
        ],
      }),
    },
    {
      id: 'quota-80',
      name: 'Quota: 80%',
      when: 'To the owner once a day, when 80% of the daily quota is used.',
      mail: notice({ kind: 'quota', percent: 80, limit, day }),
    },
    {
      id: 'quota-100',
      name: 'Quota: 100%',
      when: 'To the owner once a day, when the daily quota is used up.',
      mail: notice({ kind: 'quota', percent: 100, limit, day }),
    },
    {
      id: 'storage-80',
      name: 'Call storage: 80%',
      when: 'To the owner once a day, when 80% of the call storage is used.',
      mail: notice({ kind: 'storage', percent: 80, maxBytes, day }),
    },
    {
      id: 'storage-100',
      name: 'Call storage: full',
      when: 'To the owner once a day, when a call is rejected because the storage is full.',
      mail: notice({ kind: 'storage', percent: 100, maxBytes, day }),
    },
    {
      id: 'webhook-silent',
      name: 'Silence alarm',
      when: 'A webhook has had no calls for the time its owner set.',
      mail: notice({
        ...{ kind: 'webhook-silent', webhookId: 7, webhookName: 'Nightly backup' },
        ...{ minutes: 1500, lastCall: '2026-11-20T03:12:00.000Z' },
      }),
    },
    {
      id: 'webhook-sound',
      name: 'Silence alarm: calls are back',
      when: 'A call has come after a silence alarm.',
      mail: notice({
        ...{ kind: 'webhook-sound', webhookId: 7, webhookName: 'Nightly backup' },
        ...{ silentSince: '2026-11-20T03:12:00.000Z', lastCall: '2026-11-21T07:40:00.000Z' },
      }),
    },
    {
      id: 'message-failed',
      name: 'Message failed',
      when: 'To the owner, when a message is no longer retried although its target is active.',
      mail: notice({
        ...{ kind: 'message-failed', webhookId: 7, webhookName: 'Nightly backup' },
        ...{ targetId: 21, targetName: 'Ada’s phone', invocationId: '0mhp1kz9qabcdefghijklmnop' },
        reason: 'The template failed: E2001, line 1. Correct it in the editor.',
      }),
    },
    {
      id: 'target-paused',
      name: 'Messages wait for a target',
      when: 'To the owner, when attempts to send to a target have been failing for minutes.',
      mail: notice({
        ...{ kind: 'target-paused', targetId: 21, targetName: 'Ops channel', since: '2026-11-20T03:00:00.000Z' },
        reason: 'The target is currently failing: Slack is not responding at the moment.',
      }),
    },
    {
      id: 'target-refused',
      name: 'Target became inactive',
      when: 'To the owner, when a provider permanently rejects a target.',
      mail: notice(phone),
    },
    {
      id: 'targets-refused',
      name: 'Targets became inactive',
      when: 'To the owner, after three such emails a day: the others are combined in one email.',
      mail: notice(phone, {
        ...{ kind: 'target-refused', targetId: 22, targetName: 'https://ops.example.com/alerts' },
        reason: 'The channel is archived. Unarchive it in Slack, then reactivate this target.',
      }),
    },
    {
      id: 'payment-failed',
      name: 'Payment failed',
      when: 'To the account’s address, when a renewal payment fails.',
      mail: paymentFailedMail({ benefitsUntil: '2026-12-23T10:00:00.000Z', link: settings }),
    },
    {
      id: 'subscription-ended',
      name: 'Subscription ended',
      when: 'To the account’s address, when Premium ends.',
      mail: subscriptionEndedMail({ link: settings }),
    },
    {
      id: 'contact',
      name: 'Contact form',
      when: 'To the operator, when a visitor sends the contact form.',
      mail: contactMail({
        name: 'Grace Hopper',
        email: 'grace@example.com',
        message: 'Hello,\n\ndo you offer enterprise plans for about 200 webhooks?\n\nBest regards\nGrace',
      }),
    },
  ];
};
