import facts from 'virtual:docs-api';
import { TextLink, textLink } from '../../../ui/button.tsx';
import { Section } from '../../../ui/legal/prose.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Code, Fold, Marked, Table } from '../parts.tsx';
import { assistant, pipeline, walk, walkDocument } from '../samples/command-line.ts';
import { signInSamples } from '../samples/sign-in.ts';
import { Samples } from '../samples.tsx';

type Chapter = (typeof facts.chapters)[number];
type Call = Chapter['calls'][number];

const sections: readonly DocsSection[] = [
  { id: 'basics', title: 'Basics', keywords: 'api rest token authentication bearer json openapi', Content: Basics },
  { id: 'keys', title: 'API keys', keywords: 'key token scope thk programs ci revoke', Content: Keys },
  {
    id: 'command-line',
    title: 'The command line',
    keywords: 'cli terminal tellhook listen localhost tail test plan apply ci github actions mcp assistant ai agent',
    Content: CommandLine,
  },
  ...facts.chapters.map((chapter) => ({
    id: `api-${chapter.name.toLowerCase()}`,
    title: chapter.name,
    keywords: 'api endpoint',
    Content: () => <Calls chapter={chapter} />,
  })),
  { id: 'api-errors', title: 'Errors of the API', keywords: 'problem status code rfc 9457', Content: Problems },
];

export const ApiDocs = () => (
  <DocsPage
    at="/docs/api"
    sections={sections}
    lead={
      <p>
        Everything the application does, it does through these calls. Version {facts.version}, made from the API&apos;s
        own description:{' '}
        <a href="/api/openapi.json" className={textLink}>
          openapi.json
        </a>{' '}
        (OpenAPI 3.1), for your generators.
      </p>
    }
  />
);

function Basics() {
  return (
    <>
      <ul>
        <li>
          All paths are below <code>/api</code> on the host of the application. Bodies are JSON in UTF-8.
        </li>
        <li>
          A sign-in answers an access token for 15 minutes; send it as <code>Authorization: Bearer …</code>.
        </li>
        <li>
          Dates are RFC 3339 in UTC; <code>0001-01-01T00:00:00Z</code> means never.
        </li>
        <li>What belongs to somebody else is answered like what does not exist: 404.</li>
      </ul>
      <Samples code={signInSamples} />
    </>
  );
}

function Keys() {
  return (
    <>
      <p>
        Programs need no sign-in: create a key in your <TextLink to="/user/settings">settings</TextLink> and send it as{' '}
        <code>Authorization: Bearer thk_…</code>.
      </p>
      <ul>
        <li>
          A key has scopes: <code>read</code> sees webhooks, targets, calls and messages; <code>write</code> creates,
          changes and deletes webhooks and targets; <code>send</code> makes test calls and sends messages again. Each
          call below names the scope that it needs. No key opens your account: password, subscription, the keys
          themselves. A key that only has <code>read</code> doesn’t see invoke URLs, because anyone who knows one can
          call it.
        </li>
        <li>
          A key can be bound to some of your webhooks. Then these are all it knows: lists are as short, every other
          webhook, call or message is answered 404, and of your targets it sees and chooses those that these webhooks
          use. What concerns the whole account (new webhooks, changes of targets) is answered 403. Each call below says
          what such a key gets, and <code>GET /api/key</code> says what a key is.
        </li>
        <li>
          It is shown once, and only its hash is kept. The list shows how it ends, what it may, and when it was last
          used, to the hour.
        </li>
        <li>
          A key that is revoked, expired or older than your password returns 401 immediately. A missing scope returns
          403, and the detail names it.
        </li>
        <li>A key calls as fast as you may, and all of your keys share that.</li>
      </ul>
      <Code label="Copy the command">
        {'curl -H "Authorization: Bearer $TELLHOOK_API_KEY" "$TELLHOOK_URL/api/webhooks"'}
      </Code>
    </>
  );
}

const secretVariable = `\${GITHUB_SECRET}`;

function CommandLine() {
  return (
    <>
      <p>
        <code>tellhook</code> brings the calls of a webhook to a server on your laptop, renders and tests messages
        offline, and keeps webhooks as a document in your repository. It is the folder <code>cli</code> of the project,
        a package without dependencies; <code>tellhook --help</code> lists its commands, and each has examples.
      </p>
      <Code label="Copy the walk">{walk}</Code>
      <p>
        <code>login</code> shows a code, which you type at <TextLink to="/user/cli">Connect the command line</TextLink>.
        There you choose what the key may. Without a browser at hand, make a key in your settings and use{' '}
        <code>--paste</code> or <code>--stdin</code>.
      </p>
      <p>
        What <code>test</code>, <code>plan</code> and <code>apply</code> read is <code>tellhook.json</code>:
      </p>
      <Code label="Copy the document">{walkDocument}</Code>
      <p>
        In a pipeline, <code>TELLHOOK_API_KEY</code> and <code>TELLHOOK_URL</code> take the place of <code>login</code>;{' '}
        <code>test</code> needs neither. Exit code 1 says that something differs or failed. In GitHub Actions:
      </p>
      <Code label="Copy the pipeline">{pipeline}</Code>
      <p>
        Secrets are no part of a document: <code>{secretVariable}</code> stands for an environment variable, and the
        secret by which a sender signs can be named in no other way.
      </p>
      <p>
        <code>tellhook mcp</code> lets an assistant look at webhooks, calls and deliveries, and render templates, by the
        Model Context Protocol; with <code>--write</code> it may also save templates and send. What strangers sent
        reaches it marked as data. Its settings name the command:
      </p>
      <Code label="Copy the settings">{assistant}</Code>
    </>
  );
}

const access = {
  token: 'Needs an access token.',
  cookie: 'Lives on the session cookie.',
  public: 'Open to everybody.',
};

function Calls({ chapter }: { chapter: Chapter }) {
  return (
    <>
      <p>{chapter.description}</p>
      {chapter.calls.map((call) => (
        <Section
          key={call.id}
          level={3}
          id={`call-${call.id}`}
          title={call.summary}
          keywords={`${call.method} ${call.path} ${call.id}`}
        >
          <p className="rounded-control bg-sunken px-3 py-2 text-code font-mono">
            <b>{call.method}</b> {call.path}
          </p>
          <p>
            <Marked text={call.description} /> {access[call.access]} Answers {call.status}
            {call.errors.length > 0 && `, or ${call.errors.join(', ')}`}.
          </p>
          <Inputs call={call} />
          {(call.request ?? call.answer) !== undefined && (
            <Fold title={`Example of ${call.summary.toLowerCase()}`}>
              {call.request && (
                <>
                  <p className="text-label text-ink-2">Request</p>
                  <Code label="Copy the request">{call.request}</Code>
                </>
              )}
              {call.answer && (
                <>
                  <p className="text-label text-ink-2">Answer</p>
                  <Code label="Copy the answer">{call.answer}</Code>
                </>
              )}
            </Fold>
          )}
        </Section>
      ))}
    </>
  );
}

function Inputs({ call }: { call: Call }) {
  const rows = [
    ...call.parameters.map(({ name, place, needed, description }) => ({ name, kind: place, needed, description })),
    ...call.fields.map(({ name, type, needed, description }) => ({ name, kind: `body, ${type}`, needed, description })),
  ];
  if (rows.length === 0) return null;
  return (
    <Table
      label={`Input of ${call.summary.toLowerCase()}`}
      head={['Name', 'Where', 'Notes']}
      rows={rows.map(({ name, kind, needed, description }) => ({
        key: `${kind} ${name}`,
        cells: [
          <code key="name">{name}</code>,
          kind,
          <span key="notes">
            {needed ? 'required' : 'optional'}
            {description && (
              <>
                . <Marked text={description} />
              </>
            )}
          </span>,
        ],
      }))}
    />
  );
}

function Problems() {
  return (
    <>
      <p>
        Errors are <code>application/problem+json</code> with <code>type</code>, <code>title</code>, <code>status</code>
        , <code>detail</code>, <code>instance</code> (the number to quote) and, for wrong input, <code>errors</code>{' '}
        with a <code>path</code> and a <code>message</code> each.
      </p>
      <Table
        label="Problems"
        head={['Status', 'Title', 'Meaning']}
        rows={facts.problems.map(({ code, status, title, description }) => ({
          key: code,
          cells: [String(status), title, <Marked key="meaning" text={description} />],
        }))}
      />
    </>
  );
}
