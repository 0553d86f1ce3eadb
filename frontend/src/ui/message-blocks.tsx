import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { cardButton, messageText } from './message-frame.tsx';

/** Text of a message, plain or formatted. A link shows only its text unless its URL is a web page or email address. */
export type Inline =
  | string
  | { mark: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'mention'; of: readonly Inline[] }
  | { mark: 'link'; url: string; of: readonly Inline[] }
  | { mark: 'tone'; tone: Tone; of: readonly Inline[] };

type Tone = 'ok' | 'warn' | 'err' | 'accent' | 'quiet';

interface Fact {
  name: readonly Inline[];
  value: readonly Inline[];
  /** True if it fits into part of a line. */
  short?: boolean;
}

/** A part of a message, in a format that all providers share. */
export type Block =
  | { kind: 'text'; of: readonly Inline[]; size?: 'small' | 'title' | 'large' }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; of: readonly Block[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly Block[])[] }
  /**
   * With `rows`, name and value are next to each other. With `fields`, the name is above its value, and short fields
   * are next to each other.
   */
  | { kind: 'facts'; look: 'rows' | 'fields'; facts: readonly Fact[] }
  | { kind: 'buttons'; buttons: readonly { label: string; url?: string | undefined }[] }
  | { kind: 'rule' }
  | { kind: 'columns'; columns: readonly (readonly Block[])[] }
  | { kind: 'box'; tone: Tone; of: readonly Block[] }
  /** `colour` is # and six hexadecimal digits. For any other value, the bar has the colour of lines. */
  | { kind: 'bar'; colour: string | undefined; framed: boolean; of: readonly Block[] };

const toneText: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  err: 'text-err',
  accent: 'text-accent-text',
  quiet: 'text-ink-2',
};
const toneBox: Record<Tone, string> = {
  ok: 'bg-ok-soft',
  warn: 'bg-warn-soft',
  err: 'bg-err-soft',
  accent: 'bg-accent-soft',
  quiet: 'bg-sunken',
};
const sizes = { small: 'text-label text-ink-2', title: 'font-semibold', large: 'text-h2 font-semibold' } as const;

/** True if a URL becomes a link: only web pages and email addresses do. */
const opens = (url: string | undefined): boolean => /^(?:https?:|mailto:)/i.test(url ?? '');

/** A message's parts, one below another. */
export function MessageBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Each of={blocks}>{(block) => <Drawn block={block} />}</Each>
    </div>
  );
}

function Each<Item>({ of, children }: { of: readonly Item[]; children: (item: Item) => ReactNode }) {
  return of.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message have no other identity than their place
    <Fragment key={index}>{children(item)}</Fragment>
  ));
}

function Drawn({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <p className={clsx(messageText, block.size && sizes[block.size])}>
          <Words of={block.of} />
        </p>
      );
    case 'code':
      return (
        <pre className={clsx('rounded-control border border-line bg-sunken p-3 text-code', messageText)}>
          {block.text}
        </pre>
      );
    case 'quote':
      return (
        <blockquote className="border-l-2 border-line-strong pl-3 text-ink-2">
          <MessageBlocks blocks={block.of} />
        </blockquote>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List className={clsx('pl-5', block.ordered ? 'list-decimal' : 'list-disc')}>
          <Each of={block.items}>
            {(item) => (
              <li>
                <MessageBlocks blocks={item} />
              </li>
            )}
          </Each>
        </List>
      );
    }
    case 'facts':
      return block.look === 'rows' ? <Rows facts={block.facts} /> : <Fields facts={block.facts} />;
    case 'buttons':
      return <Buttons buttons={block.buttons} />;
    case 'rule':
      return <hr className="border-line" />;
    case 'columns':
      return (
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Each of={block.columns}>
            {(column) => (
              <div className="min-w-0 flex-1">
                <MessageBlocks blocks={column} />
              </div>
            )}
          </Each>
        </div>
      );
    case 'box':
      return (
        <div className={clsx('rounded-control px-3 py-2', toneBox[block.tone])}>
          <MessageBlocks blocks={block.of} />
        </div>
      );
    case 'bar':
      return <Bar {...block} />;
  }
}

function Bar({ colour, framed, of }: Extract<Block, { kind: 'bar' }>) {
  return (
    <div
      ref={(element) => {
        // Set the colour in code, because the content security policy forbids style attributes.
        if (element && /^#[0-9a-f]{6}$/i.test(colour ?? '')) element.style.borderLeftColor = colour ?? '';
      }}
      className={clsx('min-w-0 border-l-4 border-line-strong', framed ? 'rounded-[4px] bg-sunken px-3 py-2' : 'pl-3')}
    >
      <MessageBlocks blocks={of} />
    </div>
  );
}

function Rows({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Each of={facts}>{(fact) => <NamedValue fact={fact} />}</Each>
    </dl>
  );
}

function Fields({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-2 md:grid-cols-2">
      <Each of={facts}>
        {(fact) => (
          <div className={clsx('min-w-0', !fact.short && 'md:col-span-2')}>
            <NamedValue fact={fact} />
          </div>
        )}
      </Each>
    </dl>
  );
}

function NamedValue({ fact: { name, value } }: { fact: Fact }) {
  return (
    <>
      <dt className="font-semibold wrap-anywhere">
        <Words of={name} />
      </dt>
      <dd className={messageText}>
        <Words of={value} />
      </dd>
    </>
  );
}

function Buttons({ buttons }: { buttons: readonly { label: string; url?: string | undefined }[] }) {
  return (
    <p className="flex flex-wrap gap-2">
      <Each of={buttons}>
        {({ label, url }) =>
          opens(url) ? (
            <a href={url} target="_blank" rel="noreferrer noopener" className={cardButton}>
              {label}
            </a>
          ) : (
            <span className={cardButton}>{label}</span>
          )
        }
      </Each>
    </p>
  );
}

const elements = { bold: 'b', italic: 'i', underline: 'u', strike: 's' } as const;

function Words({ of }: { of: readonly Inline[] }) {
  return <Each of={of}>{(inline) => (typeof inline === 'string' ? inline : <Marked inline={inline} />)}</Each>;
}

function Marked({ inline }: { inline: Exclude<Inline, string> }) {
  const words = <Words of={inline.of} />;
  switch (inline.mark) {
    case 'link':
      return opens(inline.url) ? (
        <a href={inline.url} target="_blank" rel="noreferrer noopener" className="text-accent-text underline">
          {words}
        </a>
      ) : (
        words
      );
    case 'code':
      return <code className="rounded-[4px] bg-sunken px-1 text-code">{words}</code>;
    case 'mention':
      return <span className="font-medium text-accent-text">{words}</span>;
    case 'tone':
      return <span className={toneText[inline.tone]}>{words}</span>;
    default: {
      const Element = elements[inline.mark];
      return <Element>{words}</Element>;
    }
  }
}
