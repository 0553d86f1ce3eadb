import product from 'virtual:docs-product';
import { TextLink } from '../../../../ui/button.tsx';
import type { DocsSection } from '../../docs-page.tsx';
import { Note, Table } from '../../parts.tsx';
import { retryPlan } from '../../wait.ts';

const { free, premium } = product.plans;

/** What becomes of a call that was taken. */
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
    title: 'What you see of a call',
    keywords: 'success partially failed retrying status dispatch replay',
    Content: Seen,
  },
  {
    id: 'who-gets-what',
    title: 'Who gets what',
    keywords: 'routing rule condition filter severity expression jsonata quiet hours night skipped not wanted held',
    Content: WhoGetsWhat,
  },
];

function Retries() {
  return (
    <>
      <p>
        Messages of one webhook reach one target in the order in which the calls came, at the pace that its service
        allows. A slow or broken target holds up no other one.
      </p>
      <p>
        A failure that may pass (a service that is down, busy or unreachable) is retried automatically:{' '}
        {retryPlan(free)}. With Premium it goes on: {retryPlan(premium)}. The waits vary by a fifth, and a service that
        says when to come back is not asked before then. After three failed messages in a row, one message at a time
        checks whether the target works again, and the others wait behind it.
      </p>
      <p>
        A failure that cannot pass, such as a blocked bot or a deleted workflow, is final at once; the target becomes
        inactive and its page says what to do. Once it works, press Send again on the dispatch.
      </p>
      <Note>
        Delivery is at least once: if a service takes a message and its answer gets lost, the message is sent again and
        may arrive twice. The dispatch says so.
      </Note>
    </>
  );
}

function Split() {
  return (
    <p>
      With Split Messages on, a message that is too long for a messenger arrives in parts, <code>(1/3)</code>, at most
      20, cut at paragraphs, lines or sentences where possible. With it off, the message is cut and ends with{' '}
      <code>... (truncated)</code>; the dispatch says so. Telegram and WhatsApp take 4,096 characters, Slack 3,900,
      Discord 2,000, Teams about 18,000 bytes; e-mail and HTTP targets take everything.
    </p>
  );
}

function Seen() {
  return (
    <>
      <p>
        The page of a webhook lists its calls as they come in. Open one to see each dispatch with the rendered message,
        the service’s answer, retries and the next attempt; the raw body and headers; and what changed since the call
        before.
      </p>
      <Table
        label="Statuses of a call and its dispatches"
        head={['Status', 'Meaning']}
        rows={[
          ['Sending', 'At least one dispatch is neither delivered nor given up.'],
          ['Waiting', 'The same after ten seconds: a message is behind others of its target.'],
          ['Success', 'All targets got it.'],
          ['Partially Failed', 'Some targets got it, some never will.'],
          ['Failed', 'No target got it.'],
          ['Retrying (a dispatch)', 'Failed for now; the next attempt is planned.'],
          ['Not wanted', 'Skipped: the rule of the target under Who gets what does not want it. Nothing has failed.'],
          ['Held', 'It waits: for the end of quiet hours, of a pause, or for tomorrow’s quota.'],
        ].map(([status, meaning]) => ({ key: String(status), cells: [status, meaning] }))}
      />
      <p>
        Above the list you can filter by status, target and time, and search for a text in body, headers and query; all
        of it is kept in the page’s address, so that you can share it. With a target chosen, the status is that of its
        message. A search goes back through older calls by itself and says how far it has come; Stop ends it, Search
        further goes on from there.
      </p>
      <p>
        <b>Export calls</b>, the arrow at the head of the list, puts the calls that it is filtered to into a CSV or JSON
        file: what people were told, how it ended, and the beginning of the body, up to 10,000 calls. The file is made
        in your browser from the pages of the search, so that a long time takes a while; Cancel ends it. Where a page
        fails, Try again goes on from there.
      </p>
      <p>
        From there you can copy the call as cURL, send its messages again to all or some targets, or open it in the
        editor to write a template for it. A waiting dispatch can be tried at once or given up.
      </p>
    </>
  );
}

function WhoGetsWhat() {
  return (
    <>
      <p>
        Every target gets every call at once, until you press Choose in the line Who gets what on the page of the
        webhook. There each target can have one rule:
      </p>
      <ul>
        <li>
          <b>Which calls.</b> Conditions, of which all or any must hold: <code>severity</code>, <code>sender</code>,{' '}
          <code>body.env</code>, <code>headers.x-github-event</code> and the like; press a field of the last call to add
          it. What conditions cannot say, an expression can, in <TextLink to="/docs/templates">JSONata</TextLink>. One
          target may take what no other wants.
        </li>
        <li>
          <b>A template of its own</b>, in place of that of the webhook.
        </li>
        <li>
          <b>Quiet hours</b>, in the time zone of your choice. What comes then is held and goes out at their end, in
          order, or is skipped; calls that are severe enough can go out all the same.
        </li>
      </ul>
      <p>
        Preview shows what the rules would have made of the last calls, and what differs from the saved ones, before you
        save. A message that is not wanted shows as Not wanted, one that waits as Held, each with the condition that
        decided. Where an expression fails or takes too long, the message is sent: nothing is lost by a wrong rule. What
        you send again yourself goes out, whatever the rules say.
      </p>
    </>
  );
}
