import product from 'virtual:docs-product';
import kinds from 'virtual:target-kinds';
import { TextLink } from '../../../ui/button.tsx';
import { Section } from '../../../ui/legal/prose.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Code, Table } from '../parts.tsx';
import { standardSamples } from '../samples/verify.ts';
import { Samples } from '../samples.tsx';

const sections: readonly DocsSection[] = [
  { id: 'create', title: 'Create a target', keywords: 'new add target', Content: Create },
  ...kinds.map(({ slug, name, guide, keywords }) => ({
    id: slug,
    title: name,
    keywords: `set up connect ${keywords}`,
    Content: () => (
      <>
        <Steps steps={guide} />
        {slug === 'http' && <HttpDetails />}
        {slug === 'msteams' && <TeamsDetails />}
        {slug === 'telegram' && <TelegramDetails />}
      </>
    ),
  })),
  {
    id: 'arrive',
    title: 'Message settings',
    keywords: 'mention ping here channel everyone silent sound notification severity link open in tellhook footer hide',
    Content: Arrive,
  },
  {
    id: 'status',
    title: 'Target statuses',
    keywords: 'active inactive pending disabled created deleted',
    Content: Statuses,
  },
  { id: 'test', title: 'Send a test message', keywords: 'try check', Content: Test },
  {
    id: 'disable',
    title: 'Disable or enable a target',
    keywords: 'pause stop mute switch off holiday',
    Content: Disable,
  },
  { id: 'delete', title: 'Delete a target', keywords: 'remove orphaned webhook', Content: Delete },
];

export const TargetsDocs = () => (
  <DocsPage
    at="/docs/targets"
    sections={sections}
    lead={<p>A target receives messages: a chat, a channel, a mailbox or your own server.</p>}
  />
);

function Steps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 1) return <p>{steps[0]}</p>;
  return (
    <ol className="flex flex-col gap-1.5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function Create() {
  return (
    <p>
      Open <TextLink to="/targets/new">Targets &gt; New Target</TextLink>, enter a name and choose a type. Select
      Proceed or Create and follow the steps. A webhook can use only active targets. A type that is not set up on this
      installation is greyed out, with the reason next to it.
    </p>
  );
}

function Arrive() {
  return (
    <>
      <p>Open a target to change these settings. Not every type has all of them.</p>
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>
          <b>Mention</b> (Slack, Discord): everyone online, everyone in the channel, or up to five people, groups or
          roles by ID. Choose critical messages, warnings and critical messages, or all messages. A long message
          mentions in its first part. A payload can never mention anyone.
        </li>
        <li>
          <b>Silent</b> (Telegram): messages below a severity arrive without a sound.
        </li>
        <li>
          <b>“Open in Tellhook”</b>: a link from the message to its call.
        </li>
        <li>
          <b>Messages per minute</b> (every type): a limit from 1 to 600, if the provider’s own limit is not lower.
          Extra messages are queued and sent in order. Each part of a long message counts.
        </li>
      </ul>
      <p>
        Only rich messages have a severity. Plain messages mention only if you chose all messages, and always make a
        sound. In the API, these options are <code>mention</code>, <code>silent_below</code>, <code>link</code> and{' '}
        <code>max_per_minute</code>.
      </p>
    </>
  );
}

function TelegramDetails() {
  return (
    <p>
      An <code>@name</code> in a payload never mentions anyone. Plain messages to a group show it as code. If no message
      arrives, see{' '}
      <TextLink to="/docs/troubleshooting" hash="telegram">
        Telegram in Troubleshooting
      </TextLink>
      .
    </p>
  );
}

function TeamsDetails() {
  return (
    <p>
      Older URLs of the form <code>https://prod-12.westeurope.logic.azure.com/workflows/…</code> are accepted, but
      Microsoft disabled them on 30 November 2025. Open the workflow in Teams and copy its new URL. URLs of the retired
      Office 365 connectors (<code>webhook.office.com</code>) don’t work.
    </p>
  );
}

const body = `{
  "type": "message",
  "timestamp": "2026-11-20T09:20:04.000Z",
  "data": {
    "id": "…",
    "webhook": "Deploys",
    "text": "acme/web: octocat pushed to main",
    "part": 1,
    "parts": 1,
    "link": "https://…"
  }
}`;

function HttpDetails() {
  return (
    <>
      <Section level={3} id="http-message" title="Request to your server" keywords="http body json headers">
        <p>
          A POST with <code>Content-Type: application/json</code>, your custom headers and the headers of Standard
          Webhooks. <code>webhook-id</code> is equal for all attempts, so you can drop duplicates.{' '}
          <code>webhook-timestamp</code> is the time of this attempt in seconds since 1970.{' '}
          <code>webhook-signature</code> is described below.
        </p>
        <Code label="Copy the body">{body}</Code>
      </Section>
      <Section level={3} id="http-signature" title="Verify the signature" keywords="verify hmac secret whsec">
        <p>
          The signature is <code>v1,</code> and the Base64 of HMAC-SHA256 over <code>id.timestamp.body</code>. The key
          is the signing secret without <code>whsec_</code>, decoded from Base64. During a rotation there are two
          signatures, separated by a space. One match is enough. Verify the raw bytes before you parse the body.
        </p>
        <Samples code={standardSamples} />
      </Section>
      <Section level={3} id="http-loops" title="Loops" keywords="loop hops 508 relay">
        <p>
          A target can’t have the URL of a Tellhook webhook. To detect loops through other services, each delivery has
          the header <code>tellhook-hops</code>, the number of deliveries before it. Forward this header in your relay.
          A call with more than {product.maxHops} hops returns <code>508</code>. Without the header, only the daily
          quota stops a loop.
        </p>
      </Section>
      <Section level={3} id="http-answers" title="Your server’s response" keywords="status code retry 410">
        <Table
          label="Responses of your server"
          head={['Response', 'Result']}
          rows={[
            ['2xx', 'Delivered. Respond within ten seconds and do slow work afterwards.'],
            ['3xx', 'Not followed, but retried. Enter the final URL.'],
            ['410', 'The target becomes inactive.'],
            ['413', 'This message fails: it is too large for your server.'],
            ['508', 'This message fails: it is in a delivery loop.'],
            ['429, 503 with Retry-After', 'Retried after that time.'],
            ['Any other response, or none', 'Retried. See Delivery and retries.'],
          ].map(([answer, meaning]) => ({ key: String(answer), cells: [answer, meaning] }))}
        />
      </Section>
    </>
  );
}

function Statuses() {
  return (
    <Table
      label="Statuses of a target"
      head={['Status', 'Meaning']}
      rows={[
        ['Active', 'The target accepts messages.'],
        ['Pending', 'The set-up is not finished. Open the target to continue.'],
        ['Disabled', 'You disabled the target. Its messages wait and are sent in order after you enable it.'],
        [
          'Inactive',
          'The provider rejected it permanently: the bot was blocked, the app removed, or the address bounced. The target page shows the reason and how to fix it.',
        ],
      ].map(([status, meaning]) => ({ key: String(status), cells: [status, meaning] }))}
    />
  );
}

function Test() {
  return (
    <p>
      Select Send Test Message on the target page to send one message immediately, even to a disabled target. The page
      shows the result. Test messages do not count toward the quota. You can send up to 20 in ten minutes.
    </p>
  );
}

function Disable() {
  return (
    <p>
      Use the switch on the target page. Messages for a disabled target wait and are sent in order after you enable it,
      for as long as your plan retries (see{' '}
      <TextLink to="/docs/webhooks" hash="retries">
        Delivery and retries
      </TextLink>
      ). Each invocation shows this.
    </p>
  );
}

function Delete() {
  return (
    <p>
      Delete Target removes the target from your webhooks. A webhook without another target is disabled, so its calls
      are rejected instead of lost. Choose another target to enable it. Earlier dispatches keep its name.
    </p>
  );
}
