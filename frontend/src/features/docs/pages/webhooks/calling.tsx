import product from 'virtual:docs-product';
import { MAX_KEPT_SAMPLES, MAX_TARGETS, MAX_TEMPLATE } from '#contract/bounds';
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
    title: 'What counts as an invocation?',
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
    title: 'Responses',
    keywords: 'response status code 202 404 405 413 429 503 508 loop',
    Content: Answers,
  },
  {
    id: 'samples',
    title: 'Saved samples',
    keywords: 'keep kept sample bookmark save call test retention expired',
    Content: Samples,
  },
  { id: 'limits', title: 'Sizes and limits', keywords: 'maximum body size bytes large rate', Content: Limits },
];

function Create() {
  return (
    <p>
      Open <TextLink to="/webhooks/new">Webhooks &gt; Create New Webhook</TextLink>. Enter a name, choose one to{' '}
      {MAX_TARGETS} active targets, and select Create. Copy the invoke URL and enter it at the service as its webhook,
      callback or notification URL. If the service asks for a format, choose JSON.
    </p>
  );
}

function Invocation() {
  return (
    <>
      <p>
        A call to an invoke URL that returns 202 is one invocation. It counts once, for any method and number of
        targets.
      </p>
      <ul>
        <li>
          <b>Counted:</b> POST, PUT, PATCH and DELETE with or without a body, GET and HEAD, and test calls from the
          webhook’s page. Visits to the URL and uptime checks count too. Without a body, the query is the payload.
        </li>
        <li>
          <b>Not counted:</b> rejected calls (404, 405, 413, 429, 503, 508), dispatches and retries, test messages,
          resends, and previews in the editor.
        </li>
      </ul>
      <p>
        The daily quota covers all your webhooks and resets at midnight UTC: {formatNumber(free.maxInvocationsPerDay)}{' '}
        calls with Free, {formatNumber(premium.maxInvocationsPerDay)} with Premium. You get an email at 80 % and at 100
        %. Further calls are held and count on the day they are delivered.
      </p>
    </>
  );
}

function Send() {
  return (
    <>
      <p>
        To try a webhook, select Send test call on its page. It sends the sample of a known service, a saved sample or
        your own JSON body to your targets.
      </p>
      <p>Use JSON if you can: every field is available in templates.</p>
      <InvokeSamples code={callSamples} />
      <p>
        Forms (<code>application/x-www-form-urlencoded</code>), plain text, XML, emails and calls without a body work
        too:
      </p>
      <InvokeSamples code={querySamples} />
    </>
  );
}

function Samples() {
  return (
    <>
      <p>
        Open a call and select <strong>Save as sample</strong>. The sample keeps the body, headers, query and method
        after the call expires. Secrets in headers and query are masked, as in the call. Use a saved sample in three
        places:
      </p>
      <ul>
        <li>
          <b>Send test call</b> on the webhook’s page sends it to the webhook. You can also rename or remove it there.
        </li>
        <li>
          <b>The template editor</b> lists it as input, next to recent calls.
        </li>
        <li>
          <b>The command line</b> saves it for tests of your config file:{' '}
          <code>tellhook show &lt;id&gt; --save sample.json</code>, with the call’s ID.
        </li>
      </ul>
      <p>
        A webhook has up to {MAX_KEPT_SAMPLES} saved samples with 5 MB of bodies in total. They do not use your storage,
        are not cloned, and are deleted with the webhook.
      </p>
    </>
  );
}

const answers = [
  [
    '202',
    'The call is stored and is delivered, or held if the daily quota is reached. The body has the invocation ID: {"id": "…"}. A webhook can have a custom response.',
    'No action needed. The call can no longer be lost.',
  ],
  [
    '404',
    'The webhook does not exist, is disabled, or is over your plan’s limit. The detail shows which.',
    'Check the URL and enable the webhook.',
  ],
  [
    '405',
    'The webhook does not accept this method. Allow lists the accepted ones.',
    'Use an accepted method, or add the method in the settings.',
  ],
  ['413', 'The body is too large.', 'Send less data, or a link to it.'],
  [
    '429',
    'The daily quota is reached and the call can’t be held, your storage is full, or too many calls arrive at the same time.',
    'Wait for the time in Retry-After, or upgrade.',
  ],
  ['503', 'The call could not be stored.', 'Send it again after the time in Retry-After.'],
  ['508', 'A target sends messages back to a webhook: a delivery loop.', 'Change the target’s URL.'],
] as const;

function Answers() {
  return (
    <>
      <Table
        label="Responses of the invoke host"
        head={['Status', 'Meaning', 'What to do']}
        rows={answers.map(([status, meaning, todo]) => ({ key: status, cells: [status, meaning, todo] }))}
      />
      <p>
        Errors are problem documents (RFC 9457) with <code>title</code>, <code>status</code>, <code>detail</code> and{' '}
        <code>instance</code>. Quote <code>instance</code> when you contact us. Only a 2xx confirms a call, so retry any
        other response:
      </p>
      <InvokeSamples code={patientSamples} />
    </>
  );
}

function Limits() {
  return (
    <Table
      label="Limits of a webhook"
      head={['Item', 'Limit']}
      rows={[
        ['Body', `${maxBytes} bytes (1 MiB)`],
        ['Headers and query', 'about 10 KB in total'],
        ['Targets per webhook', formatNumber(MAX_TARGETS)],
        [
          'Invocations a day',
          `${formatNumber(free.maxInvocationsPerDay)} free, ${formatNumber(premium.maxInvocationsPerDay)} Premium`,
        ],
        ['Template', `${formatNumber(MAX_TEMPLATE)} characters. See the template reference`],
      ].map(([what, limit]) => ({ key: String(what), cells: [what, limit] }))}
    />
  );
}
