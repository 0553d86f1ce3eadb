import { ChevronRight } from 'virtual:icons';
import { type KeyboardEvent, useRef, useState } from 'react';
import { copyText } from './copy.tsx';
import { moveInTree } from './tree-keys.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Larger branches show their first children and a button for more, because 100,000 nodes would freeze the page. */
const CHILDREN_AT_ONCE = 50;
/** Deeper branches and branches with many siblings start closed, because rendering them takes time. */
const OPEN_DEPTH = 3;
const FEW_SIBLINGS = 20;

/** Extends a path such as `$.a.b[0]`, with quotes for names that need them. */
export const childPath = (path: string, key: string | number): string =>
  typeof key === 'number'
    ? `${path}[${key}]`
    : /^[A-Za-z_]\w*$/.test(key)
      ? `${path}.${key}`
      : `${path}[${JSON.stringify(key)}]`;

/**
 * A JSON value as a collapsible tree. It is one stop of the Tab key; arrow keys move inside. C copies the focused
 * line's value, and P its path. Values are rendered as text, never as HTML.
 */
export function JsonTree({ value }: { value: Json }) {
  const tree = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const line = (event.target as Element).closest<HTMLElement>(LINE);
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const copies = { c: 'value', p: 'path' }[event.key];
    if (copies !== undefined) line.querySelector<HTMLElement>(`[data-copy=${copies}]`)?.click();
    else if (!tree.current || !moveInTree(tree.current, line, event.key)) return;
    event.preventDefault();
    // The surrounding window must not handle the same key.
    event.stopPropagation();
  };
  /** Makes Tab return to the line that had the focus last. */
  const remember = (line: HTMLElement | null) => {
    for (const other of tree.current?.querySelectorAll<HTMLElement>(`${LINE}[tabindex="0"]`) ?? []) other.tabIndex = -1;
    if (line) line.tabIndex = 0;
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Body"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => remember(target.closest<HTMLElement>(LINE))}
      className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-code"
    >
      <Node name={undefined} value={value} path="$" depth={0} siblings={1} />
    </div>
  );
}

const LINE = '[role=treeitem]';
const line = 'rounded-[4px] -outline-offset-2';

function Node({
  name,
  value,
  path,
  depth,
  siblings,
}: {
  name: string | number | undefined;
  value: Json;
  path: string;
  depth: number;
  siblings: number;
}) {
  const branch = typeof value === 'object' && value !== null;
  const [open, setOpen] = useState(depth < OPEN_DEPTH && siblings <= FEW_SIBLINGS);
  const [shown, setShown] = useState(CHILDREN_AT_ONCE);
  if (!branch) {
    return (
      <div
        role="treeitem"
        aria-level={depth + 1}
        tabIndex={depth === 0 ? 0 : -1}
        className={`group/line flex min-h-6 items-center gap-1 whitespace-nowrap pl-5 ${line}`}
      >
        <Name name={name} />
        <Leaf value={value} />
        <Copies value={value} path={path} />
      </div>
    );
  }
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={open}
      tabIndex={depth === 0 ? 0 : -1}
      className={`group/branch ${line}`}
    >
      <div className="group/line flex min-h-6 items-center gap-1 whitespace-nowrap group-focus/branch:bg-line">
        <button
          type="button"
          tabIndex={-1}
          data-toggle=""
          aria-label={open ? `Fold ${path}` : `Unfold ${path}`}
          onClick={() => setOpen(!open)}
          className="flex min-h-6 items-center gap-1 rounded-[4px] hover:bg-line"
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={open ? 'rotate-90 transition-transform' : 'transition-transform'}
          />
          <Name name={name} />
          <span className="text-ink-2">{open ? left : `${left} ${entries.length} ${right}`}</span>
        </button>
        <Copies value={value} path={path} />
      </div>
      {open && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: the lines of a branch, inside of its line */}
          <div role="group" className="ml-[6px] border-l border-line pl-3">
            {entries.slice(0, shown).map(([key, child]) => (
              <Node
                key={key}
                name={key}
                value={child}
                path={childPath(path, key)}
                depth={depth + 1}
                siblings={entries.length}
              />
            ))}
            {entries.length > shown && (
              <div role="treeitem" aria-level={depth + 2} tabIndex={-1} className={line}>
                <button
                  type="button"
                  tabIndex={-1}
                  data-toggle=""
                  onClick={() => setShown(shown + CHILDREN_AT_ONCE)}
                  className="min-h-6 pl-5 text-accent-text underline"
                >
                  {entries.length - shown} more
                </button>
              </div>
            )}
          </div>
          <div className="min-h-5 pl-4.5 text-ink-2">{right}</div>
        </>
      )}
    </div>
  );
}

const Name = ({ name }: { name: string | number | undefined }) =>
  name === undefined ? null : (
    <span className="text-accent-text">
      {typeof name === 'number' ? name : JSON.stringify(name)}
      <span className="text-ink-2">:</span>{' '}
    </span>
  );

/** Maximum number of a value's characters that are rendered. Its button copies all of them. */
const SHOWN_CHARACTERS = 2_000;

const Leaf = ({ value }: { value: Json }) => {
  const text = JSON.stringify(value);
  return (
    <span className={typeof value === 'string' ? 'text-ok' : value === null ? 'text-ink-2' : 'text-warn'}>
      {text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}
    </span>
  );
};

/**
 * Buttons that appear on hover and focus, with the keys C and P. A large value is serialised only when it is copied.
 */
const Copies = ({ value, path }: { value: Json; path: string }) => (
  <span className="ml-1 inline-flex gap-1 opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 group-focus/branch:opacity-100">
    <CopyWord word="value" text={() => written(value)} path={path} />
    <CopyWord word="path" text={() => path} path={path} />
  </span>
);

const written = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, typeof value === 'object' ? 2 : undefined);

/** Copies a text. The toast shows only the beginning of a long one. */
const copy = (text: string) => void copyText(text, text.length > 80 ? `${text.slice(0, 80)}…` : text);

const CopyWord = ({ word, text, path }: { word: string; text: () => string; path: string }) => (
  <button
    type="button"
    tabIndex={-1}
    data-copy={word}
    aria-label={`Copy ${word} of ${path}`}
    onClick={() => copy(text())}
    className="min-h-6 rounded-[4px] bg-line px-1.5 font-sans text-label text-ink-2 hover:text-ink"
  >
    Copy {word}
  </button>
);
