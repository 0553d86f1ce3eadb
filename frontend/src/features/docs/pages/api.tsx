import facts from 'virtual:docs-api';
import { textLink } from '../../../ui/button.tsx';
import { Section } from '../../../ui/legal/prose.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Code, Fold, Marked, Table } from '../parts.tsx';
import { signInSamples } from '../samples/sign-in.ts';
import { Samples } from '../samples.tsx';

type Chapter = (typeof facts.chapters)[number];
type Call = Chapter['calls'][number];

const sections: readonly DocsSection[] = [
  { id: 'basics', title: 'Basics', keywords: 'api rest token authentication bearer json openapi', Content: Basics },
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
