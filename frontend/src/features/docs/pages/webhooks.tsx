import product from 'virtual:docs-product';
import { MAX_ANSWER_BODY, MAX_DUPLICATE_FIELDS } from '#contract/answer';
import { MAX_TARGETS } from '#contract/bounds';
import { formatNumber } from '../../../lib/format.ts';
import { TextLink } from '../../../ui/button.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Note, Table } from '../parts.tsx';
import { callSamples, patientSamples, querySamples } from '../samples/call.ts';
import { InvokeSamples } from '../samples.tsx';
import { retryPlan } from '../wait.ts';

const { free, premium } = product.plans;
const maxBytes = formatNumber(product.maxBodyBytes);

const sections: readonly DocsSection[] = [
  { id: 'create', title: 'Creating a webhook', keywords: 'new add webhook', Content: Create },
  {
    id: 'invocation',
    title: 'What counts as an invocation',
    keywords: 'call request quota usage count billed method GET POST HEAD',
    Content: Invocation,
  },
  {
    id: 'send',
    title: 'Calling it',
    keywords: 'curl javascript python example sample code send post json form',
    Content: Send,
  },
  {
    id: 'answers',
    title: 'What the answers mean',
    keywords: 'response status code 202 404 405 413 429 503 508 loop',
    Content: Answers,
  },
  { id: 'limits', title: 'Sizes and limits', keywords: 'maximum body size bytes large rate', Content: Limits },
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
  {
    id: 'intake',
    title: 'Repeated calls and handshakes',
    keywords: 'duplicate twice same delivery idempotency verify token slack meta sns challenge subscription',
    Content: Intake,
  },
  {
    id: 'pause',
    title: 'Pausing a webhook',
    keywords: 'pause paused hold held resume discard later maintenance quiet',
    Content: Pause,
  },
  {
    id: 'answer',
    title: 'Methods, and answers of your own',
    keywords: 'custom response status body content type json xml twiml 200 405 method get head options',
    Content: OwnAnswer,
  },
  {
    id: 'kept',
    title: 'What is stored, and for how long',
    keywords: 'retention history delete privacy headers masked',
    Content: Kept,
  },
  {
    id: 'secret',
    title: 'Keeping the URL secret, and changing it',
    keywords: 'security leak rotate regenerate new url old',
    Content: Secret,
  },
  { id: 'beyond', title: 'More webhooks than your plan allows', keywords: 'downgrade limit disabled', Content: Beyond },
];

export const WebhooksDocs = () => (
  <DocsPage
    at="/docs/webhooks"
    sections={sections}
    lead={
      <p>
        A webhook is an address that takes calls. Each call, an invocation, is stored and told to every target of the
        webhook; each of these deliveries is a dispatch.
      </p>
    }
  />
);

function Create() {
  return (
    <p>
      Open <TextLink to="/webhooks/new">Webhooks, Create New Webhook</TextLink>. Enter a name, choose at least one and
      at most {MAX_TARGETS} active targets, and press Create. Copy the invoke URL from its page and enter it at the
      service that shall call it, as webhook URL, callback or notification address. If that service asks for a format,
      choose JSON.
    </p>
  );
}

function Invocation() {
  return (
    <>
      <p>
        Every call to an invoke URL that is answered with 202 is one invocation, whatever its method, and counts once,
        however many targets the webhook has.
      </p>
      <ul>
        <li>
          <b>Counted:</b> POST, PUT, PATCH, DELETE with or without a body, and GET and HEAD as well; a link that
          somebody opens or a monitor that looks in counts too. Without a body the query is the payload. A test call
          from the page of the webhook is a call like any other.
        </li>
        <li>
          <b>Not counted:</b> calls that are refused (404, 405, 413, 429, 503, 508), dispatches and their retries, test
          messages of a target, sending an invocation again, and rendering in the editor.
        </li>
      </ul>
      <p>
        The quota holds for all your webhooks together and starts anew at midnight UTC:{' '}
        {formatNumber(free.maxInvocationsPerDay)} a day with the free plan, {formatNumber(premium.maxInvocationsPerDay)}{' '}
        with Premium. At 80 % and at 100 % you get a mail; further calls are held, and count on the day on which they go
        out.
      </p>
    </>
  );
}

function Pause() {
  return (
    <>
      <p>
        Press Edit on the page of the webhook and tick Paused. A paused webhook accepts and stores its calls and answers
        them as always; they take their place in the day’s quota, show as Held, and nothing of them is sent. A disabled
        webhook, in contrast, refuses calls.
      </p>
      <p>
        Resume asks what becomes of what is held: it goes out within a minute, in the order in which it came and before
        anything that comes then, or it is discarded. Discarded calls end as failed without being sent, count as no
        error, and can be sent again for as long as they are kept. So do calls that are still held two hours before
        their time to be kept is over, which do count. Disabling a paused webhook keeps what it holds until you enable
        it.
      </p>
    </>
  );
}

function Send() {
  return (
    <>
      <p>
        For a first look press Send test call on the page of the webhook: it sends what a known service would send, or a
        JSON body of your own, the whole way to your targets.
      </p>
      <p>JSON is best: every field can be used in a template.</p>
      <InvokeSamples code={callSamples} />
      <p>
        Forms (<code>application/x-www-form-urlencoded</code>), plain text, XML and mails work too, and so does a call
        without a body:
      </p>
      <InvokeSamples code={querySamples} />
    </>
  );
}

const answers = [
  [
    '202',
    'Stored, and on its way or, beyond the daily quota, held for it. The body has the id of the invocation: {"id": "…"}. A webhook may have an answer of its own.',
    'Nothing. It is never lost from here on.',
  ],
  [
    '404',
    'No webhook has this address, or it is disabled, or beyond your plan. The detail says which.',
    'Check the URL, enable the webhook.',
  ],
  [
    '405',
    'The webhook takes other methods; Allow lists them.',
    'Use one of those, or tick the method in its settings.',
  ],
  ['413', 'The body is too large.', 'Send less, or a link to it.'],
  [
    '429',
    'The daily quota is used up and as many calls are held as may be, or the body is too large to be held (Retry-After leads to midnight UTC), the room for stored calls is full (it leads to when calls expire), or far too many calls come at once.',
    'Wait that long, or upgrade.',
  ],
  ['503', 'The call could not be stored. Nothing was kept.', 'Send it again after Retry-After.'],
  ['508', 'Our own deliveries led to the call again and again: a loop.', 'Let the target lead elsewhere.'],
] as const;

function Answers() {
  return (
    <>
      <Table
        label="Answers of the invoke host"
        head={['Answer', 'Meaning', 'What the caller does']}
        rows={answers.map(([status, meaning, todo]) => ({ key: status, cells: [status, meaning, todo] }))}
      />
      <p>
        Refusals are problem documents (RFC 9457) with <code>title</code>, <code>status</code>, <code>detail</code> and{' '}
        <code>instance</code>, the number to quote to us. Only a 2xx is a promise; a careful caller tries again:
      </p>
      <InvokeSamples code={patientSamples} />
    </>
  );
}

function Limits() {
  return (
    <Table
      label="Limits of a webhook"
      head={['What', 'Limit']}
      rows={[
        ['Body', `${maxBytes} bytes (1 MiB)`],
        ['Headers and query', 'about 10 KB together, as the gateway takes them'],
        ['Targets per webhook', formatNumber(MAX_TARGETS)],
        [
          'Invocations a day',
          `${formatNumber(free.maxInvocationsPerDay)} free, ${formatNumber(premium.maxInvocationsPerDay)} Premium`,
        ],
        ['Template', '16,384 characters; more in the template reference'],
      ].map(([what, limit]) => ({ key: String(what), cells: [what, limit] }))}
    />
  );
}

function Retries() {
  return (
    <>
      <p>
        Messages of one webhook reach one target in the order in which the calls came, at the pace that its service
        allows. A slow or broken target holds up no other one.
      </p>
      <p>
        A failure that may pass (a service that is down, busy or unreachable) is tried again by itself:{' '}
        {retryPlan(free)}. With Premium it goes on: {retryPlan(premium)}. The waits vary by a fifth, and a service that
        says when it wants to be asked again is asked not before that. After three messages in a row have failed, one
        message at a time tries whether the target works again, and the others wait behind it.
      </p>
      <p>
        A failure that cannot pass, such as a blocked bot or a deleted workflow, is final at once; the target becomes
        inactive and its page says what to do. Press Send again on a dispatch once it works.
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
      Discord 2,000, Teams about 18,000 bytes; mails and HTTP targets take everything.
    </p>
  );
}

function Seen() {
  return (
    <>
      <p>
        The page of a webhook lists its calls as they come in. Open one to see each dispatch with the rendered message,
        the words of the service, retries and the next attempt; the raw body and headers; and what changed since the
        call before.
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
        Above the list you can filter by status, target and time, and search for a text in body, headers and query; the
        address of the page keeps all of it, so that it can be shared. With a target chosen, the status is that of its
        message. A search goes back through older calls by itself and says how far it has come; Stop ends it, Search
        further goes on from there.
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
          order, or is skipped; calls that are bad enough can go out all the same.
        </li>
      </ul>
      <p>
        Preview shows what the rules would have made of the last calls, and what differs from the saved ones, before you
        save. A message that is not wanted shows as Not wanted, one that waits as Held, each with the condition that
        decided. Where an expression fails or takes too long, the message is sent: nothing is lost by a wrong rule.
        Whatever you send again yourself is not judged.
      </p>
    </>
  );
}

function Intake() {
  return (
    <>
      <p>Under More settings each webhook says what becomes of calls that are not simply messages.</p>
      <p>
        <b>Repeated calls.</b> Many services send a call again when they are not sure that it arrived. A repeat is told
        by the delivery id that the service gives it (GitHub, Stripe, Shopify, Standard Webhooks, Svix and{' '}
        <code>Idempotency-Key</code>), else by the same method, query and body within the time that you set. Repeats are
        delivered like any other call, or delivered and marked in the list, or dropped: then the service gets its 202
        with the id of the first call, and nothing is stored, delivered or counted.
      </p>
      <p>
        <b>Repeats by fields.</b> Where repeats differ in a time or a count, name up to {MAX_DUPLICATE_FIELDS} fields
        that alone tell a repeat: <code>data.id</code>, <code>items.0.sku</code>, or the name of a form&apos;s field.
        Two calls with the same values there are repeats, whatever else they say. So that no call is taken for a repeat
        by mistake, one that lacks a field, or has a list, an object, a fraction or a number beyond 2<sup>53</sup>{' '}
        there, is compared as if you had named none; so are bodies over 256 KB, and all that are neither JSON nor a
        form.
      </p>
      <p>
        <b>Handshakes.</b> Slack, Meta, Amazon SNS, Microsoft Graph, Dropbox and CloudEvents first make sure that the
        address is yours. With Answer handshakes switched on they get the answer they wait for, and no message is made
        of it. Meta also asks for a verify token: choose a word, and enter it there and here.
      </p>
    </>
  );
}

function OwnAnswer() {
  return (
    <>
      <p>
        <b>Methods.</b> A webhook takes all methods, so that a link to it that somebody opens is a call. Under More
        settings you can name those that it takes; all others get 405 with <code>Allow</code>, and count nothing.
      </p>
      <p>
        <b>Answers.</b> A call is answered 202 with its id. A service that takes nothing but a certain answer for a
        success gets what you choose: a status from 200 to 299, a body of up to {formatNumber(MAX_ANSWER_BODY)}{' '}
        characters, as plain text, JSON or XML. It is the same for every call, and is given once the call is stored:
        what is refused (404, 405, 413, 429, 503) is refused in our own words, so that such a service calls again. A
        repeat that is dropped gets it, too.
      </p>
      <p>
        Handshakes come first: where they are switched on they get the answer that their service waits for, by whatever
        method. A call that <TextLink to="/docs/verify">has to prove</TextLink> who made it, and does not, gets 401. No
        answer is a page: browsers neither show it as HTML nor run anything of it.
      </p>
    </>
  );
}

function Kept() {
  return (
    <p>
      Body and headers are stored byte for byte, with the caller&apos;s address, for {free.retentionDays} days with the
      free plan and {premium.retentionDays} days with Premium; then they are deleted by themselves. A webhook can keep
      its calls for fewer days, see More settings; a message that still waits for its target then ends with its call.
      Values of headers that hold credentials (<code>Authorization</code>, <code>Cookie</code>, <code>X-Api-Key</code>,{' '}
      <code>X-Gitlab-Token</code> and the like) are masked before they are stored. Signatures stay, so that you can{' '}
      <TextLink to="/docs/verify">verify a call</TextLink> later.
    </p>
  );
}

function Secret() {
  return (
    <p>
      Whoever knows the URL can call it. It cannot be guessed, but it can leak: keep it out of public repositories and
      screenshots. If it did leak, press Change the URL beside it. The webhook gets a new one, and you choose what
      becomes of the old one: it takes calls for 24 hours more, while you change it at the service, or it ends at once.
      Until then the page shows how many calls still came by it. Afterwards it answers 404, as an address that never
      was, and is never given to anybody else.
    </p>
  );
}

function Beyond() {
  return (
    <p>
      After a downgrade all your webhooks stay readable. The ones that were created last, beyond what your plan allows,
      stop taking calls: they answer 404 and say why. Delete an older webhook, or upgrade, and they take calls again.
    </p>
  );
}
