import facts from 'virtual:docs-api';
import { Section } from '../../ui/legal/prose.tsx';
import { Code, Fold, Marked, Table } from './parts.tsx';

type Chapter = (typeof facts.chapters)[number];
type Call = Chapter['calls'][number];

const access = {
  token: 'Needs an access token.',
  cookie: 'Uses the session cookie.',
  public: 'Needs no authentication.',
};

/** The API requests of a chapter. */
export function Calls({ chapter }: { chapter: Chapter }) {
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

/** Every error of the API. */
export const Problems = () => (
  <Table
    label="Problems"
    head={['Status', 'Title', 'Meaning']}
    rows={facts.problems.map(({ code, status, title, description }) => ({
      key: code,
      cells: [String(status), title, <Marked key="meaning" text={description} />],
    }))}
  />
);
