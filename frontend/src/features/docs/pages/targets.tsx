import product from 'virtual:docs-product';
import kinds from 'virtual:target-kinds';
import { TextLink } from '../../../ui/button.tsx';
import { Section } from '../../../ui/legal/prose.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Code, Table } from '../parts.tsx';
import { standardSamples } from '../samples/verify.ts';
import { Samples } from '../samples.tsx';

const words: Readonly<Record<string, string>> = {
  telegram: 'bot group channel activation code start chat',
  slack: 'workspace channel app install oauth',
  msteams: 'teams workflow power automate azure logic apps url channel',
  email: 'mail mailbox smtp confirm unsubscribe',
  whatsapp: 'phone number 24 hours meta',
  discord: 'server channel webhook url',
  http: 'server own endpoint signature standard webhooks forward relay',
  mock: 'test try nothing',
};

const sections: readonly DocsSection[] = [
  { id: 'create', title: 'Creating a target', keywords: 'new add target', Content: Create },
  ...kinds.map(({ slug, name, guide }) => ({
    id: slug,
    title: name,
    keywords: `set up connect ${words[slug] ?? ''}`,
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
    title: 'How messages arrive',
    keywords: 'mention ping here channel everyone silent sound notification severity link open in tellhook footer hide',
    Content: Arrive,
  },
  {
    id: 'status',
    title: 'What the status means',
    keywords: 'active inactive pending disabled created deleted',
    Content: Statuses,
  },
  { id: 'test', title: 'Sending a test message', keywords: 'try check', Content: Test },
  { id: 'disable', title: 'Disabling and enabling', keywords: 'pause stop mute switch off holiday', Content: Disable },
  { id: 'delete', title: 'Deleting a target', keywords: 'remove orphaned webhook', Content: Delete },
];

export const TargetsDocs = () => (
  <DocsPage
    at="/docs/targets"
    sections={sections}
    lead={<p>A target is where messages go: a chat, a channel, a mailbox, or a server of your own.</p>}
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
      Open <TextLink to="/targets/new">Targets, New Target</TextLink>, enter a name and choose a type. Types that need a
      few steps elsewhere offer Proceed, the others Create. Only active targets can be chosen for a webhook. A type that
      is greyed out is not set up on this installation; the reason stands beside it.
    </p>
  );
}

function Arrive() {
  return (
    <>
      <p>On the page of a target you choose, as far as its type has it:</p>
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>
          <b>Mention</b> (Slack, Discord): everybody who is online, everybody in the channel, or up to five people,
          groups or roles by their ids, in critical messages, from warnings on, or in every message. Long messages
          mention in their first part. Nothing that a caller sends can ever mention anybody.
        </li>
        <li>
          <b>Without a sound</b> (Telegram): messages below a severity arrive silently.
        </li>
        <li>
          <b>“Open in Tellhook”</b>: the way from a message back to its call, which can be left out.
        </li>
        <li>
          <b>Messages per minute</b> (every type): at most so many, from 1 to 600, where the provider does not take
          fewer anyway. What is more waits and goes out in order; each part of a long message counts.
        </li>
      </ul>
      <p>
        The severity is that of a rich message. Plain messages have none: they mention nobody unless every message does,
        and always make a sound. The API calls these options <code>mention</code>, <code>silent_below</code>,{' '}
        <code>link</code> and <code>max_per_minute</code>.
      </p>
    </>
  );
}

function TelegramDetails() {
  return (
    <p>
      An <code>@name</code> that a caller sends calls nobody; in plain messages to a group it stands as code for that.
      Nothing arrives? See{' '}
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
      Older URLs of the form <code>https://prod-12.westeurope.logic.azure.com/workflows/…</code> are still accepted, but
      Microsoft switched them off on 30 November 2025. Open the workflow in Teams and copy its new URL. URLs of the
      retired Office 365 connectors (<code>webhook.office.com</code>) cannot be used.
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
      <Section level={3} id="http-message" title="What your server gets" keywords="http body json headers">
        <p>
          A POST with <code>Content-Type: application/json</code>, your own fixed headers, and three headers of Standard
          Webhooks: <code>webhook-id</code> (the same for every attempt, so that you can drop duplicates),{' '}
          <code>webhook-timestamp</code> (seconds since 1970, of this attempt) and <code>webhook-signature</code>.
        </p>
        <Code label="Copy the body">{body}</Code>
      </Section>
      <Section level={3} id="http-signature" title="Checking the signature" keywords="verify hmac secret whsec">
        <p>
          The signature is <code>v1,</code> and the Base64 of HMAC-SHA256 over <code>id.timestamp.body</code>; the key
          is the signing secret without <code>whsec_</code>, decoded from Base64. While a secret is being replaced there
          are two signatures, separated by a space; one that fits is enough. Always check the raw bytes, before parsing.
        </p>
        <Samples code={standardSamples} />
      </Section>
      <Section level={3} id="http-loops" title="Loops" keywords="loop hops 508 relay">
        <p>
          A target must not lead back to a webhook of ours, so addresses of this service are refused. For detours
          through another service, each delivery carries <code>tellhook-hops</code>: how many deliveries led to it. Your
          relay should pass the header on. A call that comes with more than {product.maxHops} is answered{' '}
          <code>508</code>. A relay that drops the header hides a loop; then only the daily quota ends it.
        </p>
      </Section>
      <Section level={3} id="http-answers" title="What your answer means" keywords="status code retry 410">
        <Table
          label="What an answer means"
          head={['Answer', 'What happens']}
          rows={[
            ['2xx', 'Delivered. Answer within ten seconds and do slow work afterwards.'],
            ['3xx', 'Not followed; tried again. Enter the final address.'],
            ['410', 'The target becomes inactive.'],
            ['413', 'This message is given up; it is too large for you.'],
            ['508', 'This message is given up; it goes round in a loop.'],
            ['429, 503 with Retry-After', 'Tried again, not before that time.'],
            ['Everything else, or none', 'Tried again, see Delivery and retries.'],
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
        ['Active', 'Takes messages.'],
        [
          'Pending',
          'Its set-up is not finished: a code, a link or a choice is still missing. Open the target to go on.',
        ],
        ['Disabled', 'You switched it off. Its messages wait and go out in order when you switch it on again.'],
        [
          'Inactive',
          'Its service refused it for good: the bot was blocked, the app removed, the address bounced. The page of the target says what happened and how to use it again.',
        ],
      ].map(([status, meaning]) => ({ key: String(status), cells: [status, meaning] }))}
    />
  );
}

function Test() {
  return (
    <p>
      Send Test Message on the page of a target sends one message at once and says what came of it, also while the
      target is disabled. It does not count towards your quota. At most 20 in ten minutes.
    </p>
  );
}

function Disable() {
  return (
    <p>
      The switch on the page of a target. Messages for a disabled target are not lost: they wait, the invocation says
      so, and they go out in the order of their arrival once it is enabled, as long as your plan keeps them (see{' '}
      <TextLink to="/docs/webhooks" hash="retries">
        Delivery and retries
      </TextLink>
      ).
    </p>
  );
}

function Delete() {
  return (
    <p>
      Delete Target removes it from your webhooks. A webhook that is left without any target is disabled, so that its
      calls are refused and not silently dropped; choosing another target enables it again. Earlier dispatches keep the
      name of the target, with a note.
    </p>
  );
}
