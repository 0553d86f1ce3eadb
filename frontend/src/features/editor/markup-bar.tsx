import { Bold, Code, Heading, Italic, Link, List, Table2 } from 'virtual:icons';
import { useEffect, useRef } from 'react';
import { facts, link, type MarkupEdit, prefix, wrap } from './markup-edits.ts';

/** A mark and its shortcut: Ctrl or Cmd with the key `code`. `alt` adds Alt, if browsers use the plain shortcut. */
interface Action {
  name: string;
  Icon: typeof Bold;
  edit: MarkupEdit;
  code: string;
  alt?: true;
}

const actions: readonly Action[] = [
  { name: 'Bold', Icon: Bold, edit: wrap('**'), code: 'KeyB' },
  { name: 'Italic', Icon: Italic, edit: wrap('_'), code: 'KeyI' },
  { name: 'Code', Icon: Code, edit: wrap('`'), code: 'KeyE' },
  { name: 'Link', Icon: Link, edit: link, code: 'KeyK', alt: true },
  { name: 'List', Icon: List, edit: prefix('- '), code: 'KeyL', alt: true },
  { name: 'Heading', Icon: Heading, edit: prefix('# '), code: 'KeyH', alt: true },
  { name: 'Fact table', Icon: Table2, edit: facts, code: 'KeyT', alt: true },
];

const keysOf = ({ code, alt }: Action) => `Ctrl+${alt ? 'Alt+' : ''}${code.slice(3)}`;

/** Buttons that insert marks into a rich template. Their shortcuts work while the focus is in the same card. */
export function MarkupBar({ onEdit }: { onEdit(edit: MarkupEdit): void }) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(onEdit);
  latest.current = onEdit;
  useEffect(() => {
    const card = bar.current?.parentElement;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      const action = actions.find(({ code, alt = false }) => code === event.code && alt === event.altKey);
      if (!action) return;
      event.preventDefault();
      latest.current(action.edit);
    };
    card?.addEventListener('keydown', onKeyDown);
    return () => card?.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <fieldset ref={bar} aria-label="Marks" className="flex flex-wrap gap-1 border-b border-line px-2 py-1">
      {actions.map((action) => (
        <button
          key={action.name}
          type="button"
          aria-label={action.name}
          aria-keyshortcuts={keysOf(action).replace('Ctrl', 'Control')}
          title={`${action.name} (${keysOf(action)})`}
          onClick={() => onEdit(action.edit)}
          className="flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <action.Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
