import facts from 'virtual:docs-language';
import { codeAnchor } from '../../../lib/code-anchor.ts';
import { Section } from '../../../ui/legal/prose.tsx';
import { Outcome, Table } from '../parts.tsx';
import type { ErrorFacts, FunctionFacts } from './facts.ts';

const groups = Map.groupBy(facts.functions, ({ group }) => group);
const groupId = (group: string) => `functions-${group.toLowerCase().replaceAll(' ', '-')}`;

/** Every function, by group. */
export function Functions() {
  return [...groups].map(([group, members]) => (
    <Section
      key={group}
      level={3}
      id={groupId(group)}
      title={group}
      keywords={members.map(({ name }) => name).join(' ')}
    >
      <Table label={`Functions: ${group}`} head={['Function', 'Example']} rows={members.map(functionRow)} />
    </Section>
  ));
}

const functionRow = ({ name, args, does, example }: FunctionFacts) => ({
  key: name,
  cells: [
    <span key="name" className="flex flex-col items-start gap-1">
      <code>
        ${name}({args})
      </code>
      <span className="font-normal">{does}</span>
    </span>,
    example && (
      <span key="example" className="flex flex-col gap-1">
        <code>{example.template.replace(/^\{\{ | \}\}$/g, '')}</code>
        <span className="text-label text-ink-2">{example.code ? 'stops the template' : `gives ${example.result}`}</span>
      </span>
    ),
  ],
});

const families: readonly [title: string, id: string, test: (error: ErrorFacts) => boolean][] = [
  ['Tag errors', 'errors-tags', ({ code }) => code.startsWith('E1')],
  ['Limit errors', 'errors-limits', ({ code }) => code.startsWith('E2')],
  ['Values and functions', 'errors-values', ({ code }) => code.startsWith('E3') || code.startsWith('E9')],
  ['Expression errors', 'errors-expressions', ({ code }) => !code.startsWith('E')],
];

/** Every error, with its fix. */
export const Errors = () =>
  families.map(([title, id, belongs]) => (
    <Section key={id} level={3} id={id} title={title}>
      {facts.errors.filter(belongs).map((error) => (
        <Failure key={error.code} error={error} />
      ))}
    </Section>
  ));

function Failure({ error: { code, message, hint, fix, wrong, right } }: { error: ErrorFacts }) {
  return (
    <Section level={3} id={codeAnchor(code)} title={`${code}: ${message}`}>
      {(hint || fix) && <p>{[hint, fix].filter((text) => text !== '').join(' ')}</p>}
      {wrong && wrong.template.trim() !== '' && <Outcome rendered={wrong} />}
      {right && (
        <>
          <p>Instead:</p>
          <Outcome rendered={right} />
        </>
      )}
    </Section>
  );
}
