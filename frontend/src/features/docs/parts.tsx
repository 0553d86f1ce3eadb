import { ChevronRight } from 'virtual:icons';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { CodeBlock } from '../../ui/code.tsx';
import { Section, type SectionProps } from '../../ui/legal/prose.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import type { Rendered } from './language/facts.ts';

/** Code with a copy button. */
export function Code({ children, label = 'Copy' }: { children: string; label?: string }) {
  return <CodeBlock text={children} label={label} copied="Copied to Clipboard" />;
}

/** A table with row headers in its first column, which scrolls on narrow screens. */
export function Table({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly ReactNode[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  return (
    // Not a section element, because every table would become a landmark.
    <ScrollBox role="group" aria-label={label} className="scroll-hint min-w-0 rounded-control border border-line">
      <table className="w-full border-collapse text-left text-body wrap-break-word">
        <thead className="bg-sunken/70 text-label text-ink-2">
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns never change order
              <th key={index} scope="col" className="px-3 py-2 font-[550]">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key} className="border-t border-line align-top">
              <th scope="row" className="px-3 py-2 font-medium">
                {first}
              </th>
              {rest.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns never change order
                <td key={index} className="min-w-24 px-3 py-2">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type Parent = ReactElement<{ children: ReactNode; label?: string }>;
const elementsOf = (parent: Parent) =>
  Children.toArray(parent.props.children).filter((child) => isValidElement(child)) as Parent[];

function MarkdownTable(props: Parent['props']) {
  const [head = [], ...rows] = elementsOf({ props } as Parent)
    .flatMap(elementsOf)
    .map((row) => elementsOf(row).map((cell) => cell.props.children));
  return <Table label={props.label ?? ''} head={head} rows={rows.map((cells, row) => ({ key: String(row), cells }))} />;
}

/** Details that are collapsed by default. */
export const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group rounded-control border border-line px-3">
    <summary className="flex min-h-9 items-center gap-1.5 text-body font-medium">
      <ChevronRight size={16} aria-hidden className="transition-transform group-open:rotate-90" />
      {title}
    </summary>
    <div className="flex flex-col gap-2 pb-3">{children}</div>
  </details>
);

/** A highlighted paragraph. */
const Note = ({ children }: { children: ReactNode }) => (
  <div className="rounded-control border-l-3 border-accent bg-accent-soft px-3.5 py-2.5">{children}</div>
);

/** A template with its result below it. */
export function Outcome({ rendered, label = 'Message' }: { rendered: Rendered; label?: string }) {
  const failed = rendered.code !== undefined;
  return (
    <div className="flex min-w-0 flex-col">
      <Code label="Copy the template">{rendered.template}</Code>
      <div className={`mx-3 border-x border-b border-line px-3 py-2 ${failed ? 'bg-err-soft text-err' : 'bg-surface'}`}>
        <p className={`text-label font-[550] ${failed ? '' : 'text-ink-2'}`}>{failed ? 'Error' : label}</p>
        <p className="text-code font-mono whitespace-pre-wrap wrap-anywhere">{rendered.result}</p>
      </div>
    </div>
  );
}

/** A numbered list of steps, or a paragraph if there is only one. */
function Steps({ of }: { of: readonly string[] }) {
  if (of.length === 1) return <p>{of[0]}</p>;
  return (
    <ol className="flex flex-col gap-1.5">
      {of.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/** Text in which backquotes mark code. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is constant, so its parts never move
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}

/** The components of the documentation's Markdown. */
export const docsComponents = {
  blockquote: Note,
  pre: ({ children: { props } }: { children: ReactElement<{ children: string; label?: string }> }) => (
    <Code {...props}>{props.children.trimEnd()}</Code>
  ),
  ol: (props: { children: ReactNode }) => <ol className="flex flex-col gap-1.5" {...props} />,
  table: MarkdownTable,
  Subsection: (props: SectionProps) => <Section level={3} {...props} />,
  Code,
  Fold,
  Outcome,
  Steps,
};
