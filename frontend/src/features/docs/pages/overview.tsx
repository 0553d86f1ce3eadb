import { TextLink, textLink } from '../../../ui/button.tsx';
import { docsPages } from '../contents.ts';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { callSamples } from '../samples/call.ts';
import { InvokeSamples } from '../samples.tsx';

const sections: readonly DocsSection[] = [
  {
    id: 'start',
    title: 'Your first message in four steps',
    keywords: 'getting started quick start tutorial begin',
    Content: Start,
  },
  { id: 'questions', title: 'Asked most often', keywords: 'faq questions', Content: Questions },
  { id: 'pages', title: 'All pages', Content: Pages },
];

export const OverviewDocs = ({ query }: { query?: string | undefined }) => (
  <DocsPage
    at="/docs"
    sections={sections}
    query={query ?? ''}
    lead={
      <p>
        Tellhook gives any service a URL to call, and turns each call into a message in the places you choose: Slack,
        Telegram, Microsoft Teams, WhatsApp, e-mail, Discord, or a server of your own.
      </p>
    }
  />
);

function Start() {
  return (
    <>
      <ol className="flex flex-col gap-2">
        <li>
          <b>Create a target.</b> Open <TextLink to="/targets/new">Targets, New Target</TextLink>, enter a name, choose
          a type and follow its steps. <TextLink to="/docs/targets">Steps for every type</TextLink>
        </li>
        <li>
          <b>Create a webhook.</b> Open <TextLink to="/webhooks/new">Webhooks, Create New Webhook</TextLink>, enter a
          name and choose the target.
        </li>
        <li>
          <b>Call its invoke URL</b>, from a terminal or from the service that should call it:
        </li>
      </ol>
      <InvokeSamples code={callSamples} />
      <ol start={4}>
        <li>
          <b>Watch it arrive.</b> The webhook’s page shows the call about a second later, with what was sent to each
          target. Then make the message your own with a <TextLink to="/docs/templates">template</TextLink>.
        </li>
      </ol>
    </>
  );
}

const questions = [
  ['/docs/templates', 'github-push', 'Which template fits a GitHub push?'],
  ['/docs/troubleshooting', 'not-arrived', 'Why did a message not arrive?'],
  ['/docs/webhooks', 'invocation', 'What counts as an invocation?'],
  ['/docs/verify', 'github', 'How do I verify that a call came from GitHub?'],
  ['/docs/plans', 'cancel', 'How do I cancel?'],
  ['/docs/webhooks', 'retries', 'How often is a failed delivery tried again?'],
  ['/docs/webhooks', 'kept', 'How long are calls kept?'],
] as const;

function Questions() {
  return (
    <ul>
      {questions.map(([to, hash, question]) => (
        <li key={question}>
          <TextLink to={to} hash={hash}>
            {question}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

function Pages() {
  return (
    <>
      <ul className="!list-none !pl-0 flex flex-col gap-2">
        {docsPages.slice(1).map(({ to, title, about }) => (
          <li key={to}>
            <TextLink to={to}>{title}</TextLink>
            <span className="block text-body text-ink-2">{about}</span>
          </li>
        ))}
      </ul>
      <p>
        Can’t find what you need? <TextLink to="/landing/contact">Write to us</TextLink>. The API also describes itself:{' '}
        <a href="/api/openapi.json" className={textLink}>
          openapi.json
        </a>
        .
      </p>
    </>
  );
}
