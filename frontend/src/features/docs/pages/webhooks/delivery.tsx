import product from 'virtual:docs-product';
import { MAX_EXPORTED } from '#contract/bounds';
import { formatNumber } from '../../../../lib/format.ts';
import { TextLink } from '../../../../ui/button.tsx';
import type { DocsSection } from '../../docs-page.tsx';
import { Note, Table } from '../../parts.tsx';
import { retryPlan } from '../../wait.ts';

const { free, premium } = product.plans;

/** Delivery, statuses and routing of accepted calls. */
export const deliverySections: readonly DocsSection[] = [
  {
    id: 'retries',
    title: 'Delivery and retries',
    keywords: 'failed again attempt order guarantee late duplicate twice',
    Content: Retries,
  },
  { id: 'split', title: 'Oversize messages', keywords: 'split long message cut truncated parts', Content: Split },
  {
    id: 'statuses',
    title: 'Statuses, search and export',
    keywords: 'success partially failed retrying status dispatch replay',
    Content: Seen,
  },
  {
    id: 'routing',
    title: 'Routing',
    keywords: 'routing rule condition filter severity expression jsonata quiet hours night who gets what skipped held',
    Content: Routing,
  },
];

function Retries() {
  return (
    <>
      <p>
        A target receives a webhook’s messages in the order of the calls, at the rate its provider allows. A slow or
        failing target does not delay other targets.
      </p>
      <p>Temporary failures (a provider that is down, busy or unreachable) are retried automatically:</p>
      <ul>
        <li>Free: {retryPlan(free)}</li>
        <li>Premium: {retryPlan(premium)}</li>
      </ul>
      <p>
        The waits vary by up to a fifth. If a provider sends <code>Retry-After</code>, Tellhook waits for that time.
        After three failed messages in a row, one message at a time checks whether the target works again. The others
        wait behind it.
      </p>
      <p>
        Permanent failures, such as a blocked bot or a deleted workflow, are not retried. The target becomes inactive
        and its page shows how to fix it. When it works again, select Resend on the dispatch.
      </p>
      <Note>
        Delivery is at least once. If a provider accepts a message and its response is lost, the message is sent again
        and may arrive twice. The attempts of the dispatch show this, and the cause of each.
      </Note>
    </>
  );
}

function Split() {
  return (
    <>
      <p>
        Turn on Split Messages to send a long message in up to 20 parts, marked <code>(1/3)</code>. Tellhook splits at
        paragraphs, lines or sentences where possible. With Split Messages off, a long message is cut and ends with{' '}
        <code>... (truncated)</code>. The dispatch shows both.
      </p>
      <p>Maximum lengths: {product.lengths}. Other targets have no limit.</p>
    </>
  );
}

function Seen() {
  return (
    <>
      <p>
        The webhook’s page lists new calls as they arrive. Open a call to see the message, provider response and
        attempts of each dispatch, with the cause of each. It also shows the raw body and headers, and the changes since
        the previous call.
      </p>
      <Table
        label="Statuses of a call and its dispatches"
        head={['Status', 'Meaning']}
        rows={[
          ['Sending', 'At least one dispatch is still being delivered.'],
          ['Waiting', 'The message is behind other messages of its target, or has not been sent after ten seconds.'],
          ['Success', 'All targets received the message.'],
          ['Partially Failed', 'Some targets received the message. The others failed permanently.'],
          ['Failed', 'No target received the message.'],
          ['Retrying (a dispatch)', 'The last attempt failed. Another attempt is planned.'],
          ['Skipped', 'The target’s routing rule excludes the call. This is not an error.'],
          ['Held', 'Kept back on purpose: by quiet hours, a paused webhook or the daily quota.'],
        ].map(([status, meaning]) => ({ key: String(status), cells: [status, meaning] }))}
      />
      <p>
        Show the calls that need attention, are waiting or arrived. Filters has status, target and time. Drag across the
        chart to select some hours. Search the body, headers and query. The page URL contains the filters, so you can
        share it. If you filter by target, the status is that of its message. A search continues through older calls
        automatically. Select Stop to end it, and Keep searching to continue.
      </p>
      <p>
        To download the filtered calls as CSV or JSON, select <b>Export calls</b> below the list. Each row has the
        message, the status and the beginning of the body. A file holds up to {formatNumber(MAX_EXPORTED)} calls. Your
        browser builds the file page by page, so a long time range takes a while. If a page fails, Try again continues
        from there.
      </p>
      <p>
        You can copy a call as cURL, resend it to all or some targets, or open it in the editor. For a waiting dispatch,
        select Retry now or Stop retrying.
      </p>
    </>
  );
}

function Routing() {
  return (
    <>
      <p>
        By default every target receives every call. To change this, open the webhook and select “Every target gets
        every call”. A target gets every call, only bad news, only some events, or what a custom rule says. Each target
        can have one rule with these options:
      </p>
      <ul>
        <li>
          <b>Calls.</b> Use conditions on <code>severity</code>, <code>sender</code>, <code>body.env</code>,{' '}
          <code>headers.x-github-event</code> and other fields, and choose whether all or any must match. Click a field
          of the latest call to add it. For more complex rules, write a{' '}
          <TextLink to="/docs/templates">JSONata</TextLink> expression. One target can receive the calls that no other
          target gets.
        </li>
        <li>
          <b>Custom template.</b> Replaces the webhook’s template for this target.
        </li>
        <li>
          <b>Quiet hours.</b> Messages are held and then sent in order, or skipped. You choose the time zone, and
          whether severe calls are sent anyway.
        </li>
      </ul>
      <p>
        Before you save, the preview shows the result for recent calls and how it differs from the saved rules. It stops
        at the first rule or template that takes too long, and an account runs one preview at a time. Messages excluded
        by a rule are Skipped, messages in quiet hours are Held. Both show the condition. If an expression fails or
        times out, Tellhook sends the message anyway. A message that you resend ignores the rules.
      </p>
    </>
  );
}
