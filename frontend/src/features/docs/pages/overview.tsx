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
  { id: 'questions', title: 'Frequently asked questions', keywords: 'faq questions', Content: Questions },
  { id: 'pages', title: 'All pages', Content: Pages },
];

export const OverviewDocs = ({ query }: { query?: string | undefined }) => (
  <DocsPage
    at="/docs"
    sections={sections}
    query={query ?? ''}
    lead={
      <p>
        Tellhook turns webhooks into readable messages in Slack, Telegram, Microsoft Teams, WhatsApp, Discord, email or
        your own server.
      </p>
    }
  />
);

function Start() {
  return (
    <>
      <ol className="flex flex-col gap-2">
        <li>
          <b>Create a target.</b> Open <TextLink to="/targets/new">Targets &gt; New Target</TextLink>, enter a name,
          choose a type and follow its steps. <TextLink to="/docs/targets">Steps for every type</TextLink>
        </li>
        <li>
          <b>Create a webhook.</b> Open <TextLink to="/webhooks/new">Webhooks &gt; Create New Webhook</TextLink>, enter
          a name and choose the target.
        </li>
        <li>
          <b>Call its invoke URL</b>, from a terminal or from your service:
        </li>
      </ol>
      <InvokeSamples code={callSamples} />
      <ol start={4}>
        <li>
          <b>Watch it arrive.</b> The webhook’s page shows the call and its messages within about a second. To change
          the message, write a <TextLink to="/docs/templates">template</TextLink>.
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
  ['/docs/webhooks', 'retries', 'How often is a failed delivery retried?'],
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
        Can’t find what you need? <TextLink to="/landing/contact">Contact us</TextLink>. API description:{' '}
        <a href="/api/openapi.json" className={textLink}>
          openapi.json
        </a>
        .
      </p>
    </>
  );
}
