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
    title: 'Command line',
    keywords: 'cli terminal tellhook listen localhost tail test plan apply ci github actions mcp assistant ai agent',
    Content: CommandLine,
  },
  ...facts.chapters.map((chapter) => ({
    id: `api-${chapter.name.toLowerCase()}`,
    title: chapter.name,
    keywords: 'api endpoint',
    Content: () => <Calls chapter={chapter} />,
  })),
  { id: 'api-errors', title: 'API errors', keywords: 'problem status code rfc 9457', Content: Problems },
];

export const ApiDocs = () => (
  <DocsPage
    at="/docs/api"
    sections={sections}
    lead={
      <p>
        The application uses this API for everything. Version {facts.version}, generated from{' '}
        <a href="/api/openapi.json" className={textLink}>
          openapi.json
        </a>{' '}
        (OpenAPI 3.1).
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
          Signing in returns an access token for 15 minutes. Send it as <code>Authorization: Bearer …</code>.
        </li>
        <li>
          Dates are RFC 3339 in UTC; <code>0001-01-01T00:00:00Z</code> means never.
        </li>
        <li>Resources in other accounts return 404.</li>
      </ul>
      <Samples code={signInSamples} />
    </>
  );
}

function Keys() {
  return (
    <>
      <p>
        For programs, create a key in <TextLink to="/user/settings">Settings</TextLink> and send it as{' '}
        <code>Authorization: Bearer thk_…</code>.
      </p>
      <ul>
        <li>
          A key has scopes: <code>read</code> shows webhooks, targets, calls and messages. <code>write</code> creates,
          changes and deletes webhooks and targets. <code>send</code> makes test calls and resends messages. Each
          request below shows its scope. No key can access account settings: password, subscription and keys. A key that
          only has <code>read</code> doesn’t see invoke URLs, because anyone who knows one can call it.
        </li>
        <li>
          A restricted key has access to some webhooks only, and to their targets. All other webhooks, calls and
          messages return 404 and are missing from lists. Requests for the whole account (new webhooks, changes of
          targets) return 403. Each request below shows what a restricted key gets. <code>GET /api/key</code> returns
          the current key.
        </li>
        <li>
          A key is shown once, and only its hash is stored. The list shows the end of the key, its scopes and the hour
          of its last use.
        </li>
        <li>
          A key that is revoked, expired or older than your password returns 401 immediately. A missing scope returns
          403, and the detail names it.
        </li>
        <li>All your keys share the rate limit of your account.</li>
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
        <code>tellhook</code> forwards a webhook’s calls to a server on your laptop. It renders and tests messages
        offline, and manages webhooks with a config file in your repository. It is in the folder <code>cli</code> of the
        project and has no dependencies. <code>tellhook --help</code> lists its commands with examples.
      </p>
      <Code label="Copy the walk">{walk}</Code>
      <p>
        <code>login</code> shows a code. Enter it at <TextLink to="/user/cli">Connect the command line</TextLink> and
        choose the scopes of the key. Without a browser, create a key in Settings and use <code>--paste</code> or{' '}
        <code>--stdin</code>.
      </p>
      <p>
        <code>test</code>, <code>plan</code> and <code>apply</code> read the config file <code>tellhook.json</code>:
      </p>
      <Code label="Copy the document">{walkDocument}</Code>
      <p>
        In a pipeline, set <code>TELLHOOK_API_KEY</code> and <code>TELLHOOK_URL</code> instead of <code>login</code>.{' '}
        <code>test</code> needs neither. Exit code 1 means that differences were found or a check failed. Example for
        GitHub Actions:
      </p>
      <Code label="Copy the pipeline">{pipeline}</Code>
      <p>
        A config file contains no secrets: <code>{secretVariable}</code> refers to an environment variable. A
        verification secret must be such a reference.
      </p>
      <p>
        <code>tellhook mcp</code> lets an assistant read webhooks, calls and deliveries and render templates over the
        Model Context Protocol. With <code>--write</code> it can also save templates and send messages. Payloads are
        marked as data. Add this to the assistant’s settings:
      </p>
      <Code label="Copy the settings">{assistant}</Code>
    </>
  );
}

const access = {
  token: 'Needs an access token.',
  cookie: 'Uses the session cookie.',
  public: 'Needs no authentication.',
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
            <Marked text={call.description} /> {access[call.access]} Returns {call.status}
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
                  <p className="text-label text-ink-2">Response</p>
                  <Code label="Copy the response">{call.answer}</Code>
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
        , <code>detail</code>, <code>instance</code> (the number to quote to support). For invalid input,{' '}
        <code>errors</code> lists a <code>path</code> and a <code>message</code> each.
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
