import product from 'virtual:docs-product';
import { MAX_KEPT_SAMPLES, MAX_TARGETS } from '#contract/bounds';
import { formatNumber } from '../../../../lib/format.ts';
import { TextLink } from '../../../../ui/button.tsx';
import type { DocsSection } from '../../docs-page.tsx';
import { Table } from '../../parts.tsx';
import { callSamples, patientSamples, querySamples } from '../../samples/call.ts';
import { InvokeSamples } from '../../samples.tsx';

const { free, premium } = product.plans;
const maxBytes = formatNumber(product.maxBodyBytes);

/** Making a webhook and calling it. */
export const callingSections: readonly DocsSection[] = [
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
  {
    id: 'samples',
    title: 'Keeping a call as a sample',
    keywords: 'keep sample bookmark save call test retention expired',
    Content: Samples,
  },
  { id: 'limits', title: 'Sizes and limits', keywords: 'maximum body size bytes large rate', Content: Limits },
];

function Create() {
  return (
    <p>
      Open <TextLink to="/webhooks/new">Webhooks, Create New Webhook</TextLink>. Enter a name, choose at least one and
      at most {MAX_TARGETS} active targets, and press Create. Copy the invoke URL from its page and enter it at the
      service that should call it, as its webhook URL, callback or notification address. If that service asks for a
      format, choose JSON.
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
          <b>Counted:</b> POST, PUT, PATCH, DELETE with or without a body, and GET and HEAD as well; so a link that
          somebody opens or a monitor that checks the URL counts too. Without a body the query is the payload. A test
          call from the page of the webhook is a call like any other.
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

function Send() {
  return (
    <>
      <p>
        For a first look, press Send test call on the webhook’s page: it sends what a known service would send, a call
        that you kept, or a JSON body of your own, all the way to your targets.
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

function Samples() {
  return (
    <>
      <p>
        Open a call and press <strong>Keep as sample</strong> to keep it under a name. It stays when the call expires:
        body, headers, query and method, with secrets in headers and query masked as in the call. You find it again in
        three places:
      </p>
      <ul>
        <li>
          <b>Send test call</b> on the webhook’s page sends it once more, to the same webhook. There you also rename or
          remove it.
        </li>
        <li>
          <b>The template editor</b> offers it as input, beside the last calls.
        </li>
        <li>
          <b>The command line</b> saves it for tests of your configuration:{' '}
          <code>tellhook show &lt;id&gt; --save sample.json</code>, with the id of the call.
        </li>
      </ul>
      <p>
        A webhook keeps at most {MAX_KEPT_SAMPLES} samples, and 5 MB of bodies together. They do not take room of your
        plan, are not copied to a clone, and are deleted with the webhook.
      </p>
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
  ['508', 'Our own deliveries led to the call again and again: a loop.', 'Point the target somewhere else.'],
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
        <code>instance</code>, the number to quote when you write to us. Only a 2xx is a promise; a careful caller tries
        again:
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
