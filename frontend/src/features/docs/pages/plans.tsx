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
    title: 'Compare plans',
    keywords: 'compare limits quota free premium enterprise',
    Content: Plans,
  },
  { id: 'price', title: 'Prices', keywords: 'price euro month payment card paypal invoice pay', Content: Price },
  { id: 'upgrade', title: 'Upgrade to Premium', keywords: 'buy premium subscribe subscription', Content: Upgrade },
  {
    id: 'cancel',
    title: 'Cancel your subscription',
    keywords: 'cancel stop paying payment end premium unsubscribe terminate downgrade quit refund',
    Content: Cancel,
  },
  {
    id: 'resubscribe',
    title: 'Resume a cancelled subscription',
    keywords: 're-subscribe resume again',
    Content: Resubscribe,
  },
  { id: 'failed', title: 'Failed payments', keywords: 'declined card expired grace', Content: Failed },
  {
    id: 'downgrade',
    title: 'Downgrade to Free',
    keywords: 'downgrade expire lose webhooks targets',
    Content: Downgrade,
  },
  { id: 'quota', title: 'Daily quota', keywords: 'limit hit invocations reset midnight utc', Content: Quota },
  {
    id: 'storage',
    title: 'Storage',
    keywords: 'storage bytes size megabyte gigabyte full 429 kept retention',
    Content: Storage,
  },
  { id: 'mail', title: 'Email messages', keywords: 'mail email gather digest 100', Content: Mail },
  { id: 'enterprise', title: 'Enterprise', keywords: 'company contact custom', Content: Enterprise },
];

export const PlansDocs = () => <DocsPage at="/docs/plans" sections={sections} />;

function Plans() {
  return (
    <>
      <Table
        label="Plans"
        head={['Limit', 'Free', 'Premium']}
        rows={[
          ['Webhooks', formatNumber(free.maxWebhooks), formatNumber(premium.maxWebhooks)],
          ['Targets', unlimited(free.maxTargets), unlimited(premium.maxTargets)],
          ['Targets per webhook', formatNumber(MAX_TARGETS), formatNumber(MAX_TARGETS)],
          ['Invocations a day', formatNumber(free.maxInvocationsPerDay), formatNumber(premium.maxInvocationsPerDay)],
          ['Storage', formatBytes(free.maxStoredBytes), formatBytes(premium.maxStoredBytes)],
          ['Retention', `${free.retentionDays} days`, `${premium.retentionDays} days`],
          [
            'Retries of a failed delivery',
            `${free.retry.delaysSeconds.length}, over ${span(free.retry.delaysSeconds.reduce((sum, each) => sum + each, 0))}`,
            premium.retry.givenUpAfterDays === null
              ? 'without end'
              : `up to ${premium.retry.givenUpAfterDays} days; guaranteed eventual delivery unless a service is permanently unavailable`,
          ],
          ['Support response', '3-5 business days', '1-2 business days'],
          ['Price a month', formatEuros(free.priceCents), formatEuros(premium.priceCents)],
        ].map((cells) => ({ key: String(cells[0]), cells }))}
      />
      <p>
        Unlimited means up to {formatNumber(product.maxTargetsWithoutLimit)} targets. Contact us for more, or for
        Enterprise limits.
      </p>
    </>
  );
}

function Price() {
  return (
    <p>
      Free costs nothing and needs no card. Premium costs {formatEuros(premium.priceCents)} a month, billed monthly by
      credit card or PayPal. You pay on the payment provider’s page, so Tellhook never sees your card number. The
      current month is not refunded.
    </p>
  );
}

function Upgrade() {
  return (
    <p>
      Open <TextLink to="/user/settings">Settings</TextLink> &gt; Account Status and select “Upgrade to Premium”. The
      table shows what changes. After you pay, the new limits apply immediately. You don’t need to sign in again.
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
        Under Account Status, select “Cancel subscription”. The question “Do you really want to cancel your
        subscription?” lists what changes and which webhooks stop.
      </li>
      <li>Confirm with “Cancel subscription”, or select “Keep Premium”.</li>
      <li>
        Premium stays until the end of the paid month. Settings shows the date. You are not charged again. Deleting your
        account also cancels, immediately.
      </li>
    </ol>
  );
}

function Resubscribe() {
  return (
    <p>
      Until Premium ends, select “Re-subscribe” in Settings to undo the cancellation. The paid month is not charged
      twice. After that, upgrade again.
    </p>
  );
}

function Failed() {
  return (
    <ul>
      <li>You get an email, and the payment provider retries the payment.</li>
      <li>
        Premium continues for {span(product.graceSeconds)}. Select “Update payment method” in{' '}
        <TextLink to="/user/settings">Settings</TextLink>, which also shows the end date.
      </li>
      <li>Without a payment, the account changes to Free. Nothing is deleted.</li>
    </ul>
  );
}

function Downgrade() {
  return (
    <ul>
      <li>The limits of Free apply immediately.</li>
      <li>
        You can still open webhooks over the limit of {formatNumber(free.maxWebhooks)}. The newest ones stop accepting
        calls and show the reason.
      </li>
      <li>Existing targets keep working. You can create new ones only below the limit.</li>
      <li>Calls stored earlier keep their retention.</li>
    </ul>
  );
}

function Quota() {
  return (
    <>
      <p>
        The quota counts the calls of all your webhooks per UTC day. You get an email at 80% and at 100%, at most once a
        day each. Its last link stops these alerts.
      </p>
      <Table
        label="Calls over the daily quota"
        head={['Calls', 'Result']}
        rows={[
          [
            'Up to three more times the quota, with bodies up to 64 KB',
            'Return 202 and are held. Later calls of the same day wait behind them.',
          ],
          [
            'Held calls, newest day first (default)',
            'New calls use the quota of their day first. Held calls of earlier days follow, the newest day first, each day in order. Half of the quota is free for them at midnight UTC, the rest bit by bit until the day ends.',
          ],
          [
            'Held calls, order of arrival',
            'Delivered in order after midnight UTC, as many as the new quota has. New calls wait behind them.',
          ],
          [
            'Either order',
            'Each held call shows when it is sent, the dashboard the last one. An upgrade sends them within a minute.',
          ],
          ['Held until two hours before they expire', 'Marked failed, with the reason.'],
          ['Any further calls', 'Return 429 with Retry-After. They are not stored.'],
        ].map((cells) => ({ key: String(cells[0]), cells }))}
      />
      <p>
        Choose the order in Settings, under Preferences. With the newest day first, a new call may reach a target before
        older held ones. Calls of one day never overtake each other.
      </p>
      <p>
        See{' '}
        <TextLink to="/docs/webhooks" hash="invocation">
          what counts as an invocation
        </TextLink>
        .
      </p>
    </>
  );
}

function Storage() {
  return (
    <>
      <p>
        Body, headers and query of stored calls use your storage: {formatBytes(free.maxStoredBytes)} with Free,{' '}
        {formatBytes(premium.maxStoredBytes)} with Premium. The dashboard and Settings show how much you use.
      </p>
      <ul>
        <li>
          A call counts from its arrival to the end of the day it expires. The minimum is{' '}
          {Math.min(free.retentionDays, product.storedDaysAtLeast)} days with Free and{' '}
          {Math.min(premium.retentionDays, product.storedDaysAtLeast)} days with Premium.
        </li>
        <li>Storage of calls kept longer than a week is freed weekly.</li>
        <li>When storage is full, calls return 429 with the reason and Retry-After. They are not stored.</li>
        <li>You get an email at {product.storageNoticePercent}% and when calls are rejected.</li>
      </ul>
      <p>Send smaller calls or shorten a webhook’s retention to free storage.</p>
    </>
  );
}

function Mail() {
  return (
    <p>
      Up to {formatNumber(free.mail.mailsPerDay)} messages a day to email targets are sent one by one. Further messages
      are combined into one email every {free.mail.batchMinutes} minutes. None is dropped, and each dispatch shows it.
    </p>
  );
}

function Enterprise() {
  return (
    <p>
      For more calls, other limits or a contract, <TextLink to="/landing/contact">contact us</TextLink>.
    </p>
  );
}
