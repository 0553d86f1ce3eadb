import product from 'virtual:docs-product';
import { MAX_TARGETS } from '#contract/bounds';
import { formatBytes, formatEuros, formatNumber } from '../../../lib/format.ts';
import { TextLink } from '../../../ui/button.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Table } from '../parts.tsx';
import { span } from '../wait.ts';

const { free, premium } = product.plans;
const unlimited = (count: number | null) => (count === null ? 'unlimited' : formatNumber(count));

const sections: readonly DocsSection[] = [
  {
    id: 'plans',
    title: 'What the plans allow',
    keywords: 'compare limits quota free premium enterprise',
    Content: Plans,
  },
  { id: 'price', title: 'What it costs', keywords: 'price euro month payment card paypal invoice pay', Content: Price },
  { id: 'upgrade', title: 'Upgrading', keywords: 'buy premium subscribe subscription', Content: Upgrade },
  {
    id: 'cancel',
    title: 'Cancelling your subscription',
    keywords: 'cancel stop paying payment end premium unsubscribe terminate downgrade quit refund',
    Content: Cancel,
  },
  { id: 'resubscribe', title: 'Changing your mind', keywords: 're-subscribe resume again', Content: Resubscribe },
  { id: 'failed', title: 'When a payment fails', keywords: 'declined card expired grace', Content: Failed },
  {
    id: 'downgrade',
    title: 'What happens after the end of Premium',
    keywords: 'downgrade expire lose webhooks targets',
    Content: Downgrade,
  },
  { id: 'quota', title: 'The daily quota', keywords: 'limit hit invocations reset midnight utc', Content: Quota },
  {
    id: 'storage',
    title: 'The room for stored calls',
    keywords: 'storage bytes size megabyte gigabyte full 429 kept retention',
    Content: Storage,
  },
  { id: 'mail', title: 'Messages by e-mail', keywords: 'mail gather digest 100', Content: Mail },
  { id: 'enterprise', title: 'Enterprise', keywords: 'company contact custom', Content: Enterprise },
];

export const PlansDocs = () => <DocsPage at="/docs/plans" sections={sections} />;

function Plans() {
  return (
    <>
      <Table
        label="Plans"
        head={['What', 'Free', 'Premium']}
        rows={[
          ['Webhooks', formatNumber(free.maxWebhooks), formatNumber(premium.maxWebhooks)],
          ['Targets', unlimited(free.maxTargets), unlimited(premium.maxTargets)],
          ['Targets per webhook', formatNumber(MAX_TARGETS), formatNumber(MAX_TARGETS)],
          ['Invocations a day', formatNumber(free.maxInvocationsPerDay), formatNumber(premium.maxInvocationsPerDay)],
          ['Room for stored calls', formatBytes(free.maxStoredBytes), formatBytes(premium.maxStoredBytes)],
          ['Invocations kept', `${free.retentionDays} days`, `${premium.retentionDays} days`],
          [
            'Retries of a failed delivery',
            `${free.retry.delaysSeconds.length}, over ${span(free.retry.delaysSeconds.reduce((sum, each) => sum + each, 0))}`,
            premium.retry.givenUpAfterDays === null
              ? 'without end'
              : `up to ${premium.retry.givenUpAfterDays} days; guaranteed eventual delivery unless a service is gone for good`,
          ],
          ['Support answers within', '3-5 business days', '1-2 business days'],
          ['Price a month', formatEuros(free.priceCents), formatEuros(premium.priceCents)],
        ].map((cells) => ({ key: String(cells[0]), cells }))}
      />
      <p>
        Unlimited targets are up to {formatNumber(product.maxTargetsWithoutLimit)}; write to us for more. Enterprise
        limits are agreed with you.
      </p>
    </>
  );
}

function Price() {
  return (
    <p>
      The free plan costs nothing and needs no card. Premium costs {formatEuros(premium.priceCents)} a month, billed
      monthly, by credit card or PayPal. You pay on a page of the payment provider; card numbers never reach Tellhook.
      The current month is not refunded.
    </p>
  );
}

function Upgrade() {
  return (
    <p>
      Open <TextLink to="/user/settings">Settings</TextLink>, Account Status. The table there shows what changes; press
      “Upgrade to Premium”. You pay at the payment provider and come back; the new limits apply at once, without signing
      in again.
    </p>
  );
}

function Cancel() {
  return (
    <ol>
      <li>
        Open <TextLink to="/user/settings">Settings</TextLink>.
      </li>
      <li>
        Under Account Status, press “Cancel subscription”. The question “Do you really want to cancel your
        subscription?” shows what changes and which webhooks will stop; confirm it with “Cancel subscription”, or press
        “Keep Premium”.
      </li>
      <li>
        Nothing more is charged. Premium stays until the end of the month you have paid for; your settings show the
        date. Deleting your account cancels too, at once.
      </li>
    </ol>
  );
}

function Resubscribe() {
  return (
    <p>
      Until Premium ends, “Re-subscribe” in your settings undoes the cancellation; the month you have paid for is not
      charged twice. After that, upgrade as you did the first time.
    </p>
  );
}

function Failed() {
  return (
    <p>
      You get a mail, and the payment provider tries again. Premium goes on for {span(product.graceSeconds)}, so that a
      new card comes in time: press “Update payment method” in your <TextLink to="/user/settings">settings</TextLink>,
      which say until when. If nothing is paid by then, the account becomes a free one and nothing is deleted.
    </p>
  );
}

function Downgrade() {
  return (
    <ul>
      <li>The free limits apply from that moment.</li>
      <li>
        Webhooks beyond {formatNumber(free.maxWebhooks)} stay readable; the newest ones stop taking calls and say why.
      </li>
      <li>Targets stay and go on working; new ones can be created only below the limit.</li>
      <li>Calls that were stored before keep the time they were promised.</li>
    </ul>
  );
}

function Quota() {
  return (
    <p>
      The quota is for all your webhooks together and for a day in UTC. At 80 % and at 100 % you get one mail a day; the
      link below it stops such notices. Further calls are answered 202 and held, up to three times the quota more and
      with bodies up to 64 KB: they show as Held, and go out in their order after midnight UTC, as many a day as the
      plan has, or within a minute of an upgrade. While any is held, later calls wait behind it. What is still held two
      hours before its time to be kept is over ends as failed, with the reason. Beyond all that calls are answered 429,
      nothing of them is stored, and Retry-After says when to come back. See{' '}
      <TextLink to="/docs/webhooks" hash="invocation">
        what counts as an invocation
      </TextLink>
      .
    </p>
  );
}

function Storage() {
  return (
    <p>
      Calls are stored as they came. Body, headers and query of all that are kept may take{' '}
      {formatBytes(free.maxStoredBytes)} with the free plan and {formatBytes(premium.maxStoredBytes)} with Premium; your
      dashboard and your settings show how much is used. A call counts from when it is accepted until the day on which
      it expires is over, and for {Math.min(free.retentionDays, product.storedDaysAtLeast)} days at least with the free
      plan, {Math.min(premium.retentionDays, product.storedDaysAtLeast)} with Premium; what counts for longer than a
      week is released by the week. When there is no room for a call it is answered 429, with the reason and the time in
      Retry-After, and nothing of it is stored; you get a mail at {product.storageNoticePercent} % and when calls are
      refused. Room comes back as calls expire: have senders send less, or let a webhook keep its calls for fewer days.
    </p>
  );
}

function Mail() {
  return (
    <p>
      Up to {formatNumber(free.mail.mailsPerDay)} messages a day to e-mail targets go out one by one. Further ones are
      gathered into one mail every {free.mail.batchMinutes} minutes; none is dropped, and each dispatch says so.
    </p>
  );
}

function Enterprise() {
  return (
    <p>
      More calls, other limits, a contract: <TextLink to="/landing/contact">write to us</TextLink>.
    </p>
  );
}
