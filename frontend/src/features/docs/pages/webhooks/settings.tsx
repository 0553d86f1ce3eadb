import product from 'virtual:docs-product';
import { MAX_ANSWER_BODY, MAX_DUPLICATE_FIELDS } from '#contract/answer';
import { OLD_VALID_HOURS } from '#contract/bounds';
import { formatNumber } from '../../../../lib/format.ts';
import { TextLink } from '../../../../ui/button.tsx';
import type { DocsSection } from '../../docs-page.tsx';

const { free, premium } = product.plans;

/** Settings of a webhook, and the data it stores. */
export const settingsSections: readonly DocsSection[] = [
  {
    id: 'intake',
    title: 'Duplicate calls and URL verification',
    keywords:
      'repeated repeat handshake duplicate deduplication window twice same delivery idempotency verify token slack meta sns challenge subscription',
    Content: Intake,
  },
  {
    id: 'pause',
    title: 'Pause a webhook',
    keywords: 'pause paused hold held resume discard later maintenance quiet',
    Content: Pause,
  },
  {
    id: 'answer',
    title: 'Methods and custom responses',
    keywords: 'custom response status body content type json xml twiml 200 405 method get head options',
    Content: OwnAnswer,
  },
  {
    id: 'kept',
    title: 'Stored data and retention',
    keywords: 'retention history delete privacy headers masked',
    Content: Kept,
  },
  {
    id: 'secret',
    title: 'Keep the URL secret or change it',
    keywords: 'security leak rotate regenerate new url old',
    Content: Secret,
  },
  {
    id: 'clone',
    title: 'Clone a webhook',
    keywords: 'clone copy duplicate same settings second project',
    Content: Clone,
  },
  { id: 'beyond', title: 'Webhooks over your plan’s limit', keywords: 'downgrade limit disabled', Content: Beyond },
];

function Intake() {
  return (
    <>
      <p>Set these options under Settings &gt; Intake.</p>
      <p>
        <b>Duplicate calls.</b> Services may send the same call more than once. Tellhook detects duplicates within the
        deduplication window by delivery ID (GitHub, Stripe, Shopify, Standard Webhooks, Svix and{' '}
        <code>Idempotency-Key</code>). Without a delivery ID it compares method, query and body. You choose what happens
        to duplicates:
      </p>
      <ul>
        <li>Deliver: each call becomes a message.</li>
        <li>Deliver and label: duplicates are delivered and labelled in the list.</li>
        <li>
          Drop: the call returns 202 with the ID of the first call. The duplicate is not stored, delivered or counted.
        </li>
      </ul>
      <p>
        <b>Duplicates and verification.</b> Drop duplicates only where{' '}
        <TextLink to="/docs/verify">verification</TextLink> is set to Reject. Otherwise anyone with the URL can send a
        delivery ID first, and the real call is dropped. Many services, such as GitHub, don&apos;t sign the delivery ID.
        Tellhook therefore also compares the signed text of verified calls. Verified calls with the same signed text are
        duplicates, even if their IDs differ.
      </p>
      <p>
        <b>Compare by fields.</b> If duplicates differ in a time or a counter, enter up to {MAX_DUPLICATE_FIELDS} fields
        to compare. Examples: <code>data.id</code>, <code>items.0.sku</code>, or a form field. Calls with equal values
        are duplicates. The whole call is compared instead in these cases:
      </p>
      <ul>
        <li>a field is missing, or holds a list or an object,</li>
        <li>
          a number is a fraction or greater than 2<sup>53</sup>,
        </li>
        <li>the body is over 256 KB, or is neither JSON nor a form.</li>
      </ul>
      <p>
        <b>URL verification.</b> Slack, Meta, Amazon SNS, Microsoft Graph, Dropbox and CloudEvents first check that you
        own the URL. Turn on “Respond to URL verification requests”, and Tellhook sends the response they expect. Such a
        request makes no message. Meta also needs a verify token: enter the same token here and at Meta.
      </p>
    </>
  );
}

function Pause() {
  return (
    <>
      <p>
        To pause a webhook, select Settings and tick Paused. A paused webhook accepts and stores calls, and they count
        toward the daily quota. Their messages are held until you resume. A disabled webhook rejects calls instead.
      </p>
      <p>When you resume, choose what happens to held calls:</p>
      <ul>
        <li>Deliver: they are delivered in order, before newer calls, starting within a minute.</li>
        <li>Discard: they are marked failed but not counted as errors. You can resend them until they expire.</li>
      </ul>
      <p>
        Calls still held two hours before they expire are marked failed and counted as errors. If you disable a paused
        webhook, its calls stay held until you enable it.
      </p>
    </>
  );
}

function OwnAnswer() {
  return (
    <>
      <p>
        <b>Methods.</b> A webhook accepts every method by default, so a visit in a browser is a call too. Limit the
        methods under Settings &gt; Intake. Other methods return 405 with <code>Allow</code> and are not counted.
      </p>
      <p>
        <b>Custom response.</b> A call returns 202 with its ID. For services that expect another response, set a status
        from 200 to 299 and a body. A body is plain text, JSON or XML with up to {formatNumber(MAX_ANSWER_BODY)}{' '}
        characters. Every call gets the same response after it is stored, and so do dropped duplicates. Errors (404,
        405, 413, 429, 503) keep their own response, so the service retries.
      </p>
      <p>
        URL verification requests are answered first, for any method. A call that fails{' '}
        <TextLink to="/docs/verify">verification</TextLink> returns 401. Browsers never show a response as HTML or run
        scripts in it.
      </p>
    </>
  );
}

function Kept() {
  return (
    <>
      <p>
        Tellhook stores the body, the headers and the caller’s IP address unchanged, for {free.retentionDays} days with
        Free and {premium.retentionDays} days with Premium. Calls are then deleted automatically. Set a shorter
        retention under Settings &gt; Intake. A message that still waits is deleted with its call.
      </p>
      <p>
        Headers with credentials (<code>Authorization</code>, <code>Cookie</code>, <code>X-Api-Key</code>,{' '}
        <code>X-Gitlab-Token</code> and similar), query parameters such as <code>token</code>, and the webhook’s own
        secrets are masked before storage. Signatures are kept, so you can{' '}
        <TextLink to="/docs/verify">verify a call</TextLink> later.
      </p>
    </>
  );
}

function Secret() {
  return (
    <>
      <p>
        Anyone with the invoke URL can call the webhook. Keep it out of public repositories and screenshots. If the URL
        leaked, select Settings &gt; Danger &gt; Change the URL, and choose what happens to the current URL:
      </p>
      <ul>
        <li>Keep it working for {OLD_VALID_HOURS} hours while you change the service.</li>
        <li>Disable it now.</li>
      </ul>
      <p>
        While an old URL works, the webhook’s page counts and lists the calls that still use it. Afterwards it returns
        404. An old URL is never assigned again.
      </p>
    </>
  );
}

function Clone() {
  return (
    <>
      <p>
        To copy a webhook, open it and select <strong>Clone</strong> under Settings &gt; Basics. The clone has a new
        name and URL and the same targets, template, routing and settings. Later changes to one do not affect the other.
        A clone counts toward your webhook limit.
      </p>
      <p>
        Calls, saved samples, verification settings with their secrets, and the Meta verify token are not copied. If the
        webhook rejects unverified calls, the clone starts disabled: set up its verification, then enable it. Other
        clones accept all calls. A clone of a paused or disabled webhook is paused or disabled too.
      </p>
    </>
  );
}

function Beyond() {
  return (
    <p>
      After a downgrade you can still open all webhooks. The newest webhooks over your plan’s limit stop accepting
      calls: they show as Beyond your plan and return 404 with the reason. Delete an older webhook or upgrade to enable
      them again.
    </p>
  );
}
