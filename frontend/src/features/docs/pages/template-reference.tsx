import facts from 'virtual:docs-language';
import { codeAnchor } from '../../../lib/code-anchor.ts';
import { formatNumber } from '../../../lib/format.ts';
import { TextLink } from '../../../ui/button.tsx';
import { Section } from '../../../ui/legal/prose.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import type { ErrorFacts, FunctionFacts } from '../language/facts.ts';
import { Outcome, Table } from '../parts.tsx';

const sections: readonly DocsSection[] = [
  { id: 'syntax', title: 'Syntax', keywords: 'grammar syntax cheat sheet', Content: Syntax },
  { id: 'functions', title: 'Functions', keywords: 'function list all', Content: Functions },
  { id: 'errors', title: 'Errors', keywords: 'error code fix', Content: Errors },
  { id: 'limits', title: 'Limits', keywords: 'maximum length time size', Content: Limits },
];

export const TemplateReferenceDocs = () => (
  <DocsPage
    at="/docs/template-reference"
    sections={sections}
    lead={
      <p>
        Generated from the language’s source. New to templates? Start with the{' '}
        <TextLink to="/docs/templates">guide</TextLink>.
      </p>
    }
  />
);

const syntax = [
  ['{{ expression }}', 'prints a value'],
  ['{{ $name := expression }}', 'names a value'],
  ['{{#each list}} … {{else}} … {{/each}}', 'repeats for each item, or uses else for an empty list'],
  ['{{#each list as $item}}', 'the same, with a named item'],
  ['{{#if condition}} … {{else if …}} … {{else}} … {{/if}}', 'selects a branch'],
  ['{{! comment }}', 'prints nothing'],
  ['{{- … -}}', 'removes spaces and line breaks around the tag'],
  ['\\{{', 'prints the braces'],
  ['$headers, $query, $method, $raw', 'the call'],
  ['$$ or $root', 'the whole payload, also inside a loop'],
  ['$index, $first, $last', 'the position in a loop'],
  ['a ?? b, a ?: b', 'b when a is missing; b when a is missing, null, false, 0 or empty'],
  ['list[condition], list[0], list[-1]', 'selects items'],
  ['`name with blanks`', 'a field with special characters in its name'],
  ['value ~> $function()', 'the value as first argument'],
] as const;

function Syntax() {
  return (
    <>
      <Table
        label="Syntax of templates"
        head={['Syntax', 'Meaning']}
        rows={syntax.map(([written, meaning]) => ({
          key: written,
          cells: [<code key="code">{written}</code>, meaning],
        }))}
      />
      <p>Expressions are JSONata 2.2 with the jq syntax described in the guide.</p>
    </>
  );
}

const groups = Map.groupBy(facts.functions, ({ group }) => group);
const groupId = (group: string) => `functions-${group.toLowerCase().replaceAll(' ', '-')}`;

function Functions() {
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

function Errors() {
  return (
    <>
      <p>
        The editor and the dispatch show errors as <code>Line 2, column 14: message (code)</code>. Lines and columns of
        the template count from 1. Codes that begin with S, T or D come from the JSONata engine.
      </p>
      {families.map(([title, id, belongs]) => (
        <Section key={id} level={3} id={id} title={title}>
          {facts.errors.filter(belongs).map((error) => (
            <Failure key={error.code} error={error} />
          ))}
        </Section>
      ))}
    </>
  );
}

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

const { MAX_TEMPLATE, MAX_NESTING, MAX_MESSAGE, MAX_LOOPS, RENDER_MILLISECONDS, MAX_SEQUENCE } = facts.limits;
const limits = [
  ['Length of a template', `${formatNumber(MAX_TEMPLATE)} characters`, 'E2004'],
  ['Nested blocks', formatNumber(MAX_NESTING), 'E2006'],
  ['Iterations of all loops', formatNumber(MAX_LOOPS), 'E2008'],
  ['Items in the result of an expression', formatNumber(MAX_SEQUENCE), 'E2007'],
  ['Time for all expressions', `${formatNumber(RENDER_MILLISECONDS)} ms`, 'E2001'],
  ['Length of a message', `${formatNumber(MAX_MESSAGE)} characters`, 'E2003'],
] as const;

function Limits() {
  return (
    <Table
      label="Limits of templates"
      head={['Item', 'Limit', 'Error']}
      rows={limits.map(([what, limit, code]) => ({
        key: what,
        cells: [
          what,
          limit,
          <a key="code" href={`#${codeAnchor(code)}`} className="inline-flex min-h-6 items-center">
            {code}
          </a>,
        ],
      }))}
    />
  );
}
