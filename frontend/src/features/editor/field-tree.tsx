import { ChevronRight, Repeat2 } from 'virtual:icons';
import { useState } from 'react';
import { MASK, withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { type Steps, writePath } from './insertion.ts';
import { texts } from './texts.ts';

/** Number of children shown at first. */
const CHILDREN_AT_ONCE = 50;
/** Branches below this depth are closed at first. */
const OPEN_DEPTH = 2;
const LONGEST_VALUE = 80;
/** Maximum characters of a value that are read, before secrets are masked and it is shortened. */
const LOOKED_AT = 2000;

interface Actions {
  /**
   * Inserts a field into the template.
   * @param pointed true if clicked with a pointer, so the focus moves to the template for further typing
   */
  onInsert(steps: Steps, pointed: boolean): void;
  onRepeat(steps: Steps, pointed: boolean): void;
}

/** The payload as a tree. A click inserts a field; a click on Repeat inserts a block for each item of a list. */
export function FieldTree({ payload, ...actions }: { payload: object } & Actions) {
  return (
    <ul aria-label={texts.fields.title} className="p-2 font-mono text-code">
      {Array.isArray(payload) ? (
        <Node name={writePath([], '$')} value={payload} steps={[]} {...actions} />
      ) : (
        <Children value={payload} steps={[]} {...actions} />
      )}
    </ul>
  );
}

function Children({ value, steps, ...actions }: { value: object; steps: Steps } & Actions) {
  const [shown, setShown] = useState(CHILDREN_AT_ONCE);
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return (
    <>
      {entries.slice(0, shown).map(([step, child]) => (
        <Node
          key={step}
          name={typeof step === 'number' ? `[${step}]` : step}
          value={child}
          steps={[...steps, step]}
          {...actions}
        />
      ))}
      {entries.length > shown && (
        <li>
          <button
            type="button"
            onClick={() => setShown(shown + CHILDREN_AT_ONCE * 4)}
            className="min-h-6 pl-6 font-sans text-meta text-accent-text underline"
          >
            {texts.fields.more(entries.length - shown)}
          </button>
        </li>
      )}
    </>
  );
}

function Node({ name, value, steps, ...actions }: { name: string; value: unknown; steps: Steps } & Actions) {
  const branch = typeof value === 'object' && value !== null;
  const [open, setOpen] = useState(steps.length < OPEN_DEPTH);
  const list = Array.isArray(value);
  return (
    <li>
      <div className="group flex min-h-7 items-center">
        {branch ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={name}
            onClick={() => setOpen(!open)}
            className="grid size-6 shrink-0 place-items-center rounded-[4px] text-ink-2 hover:bg-line"
          >
            <ChevronRight size={14} aria-hidden className={open ? 'rotate-90' : ''} />
          </button>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <button
          type="button"
          title={texts.fields.insert(writePath(steps, '$'))}
          onClick={(event) => actions.onInsert(steps, event.detail > 0)}
          className="flex min-h-6 min-w-0 items-center gap-2 rounded-[4px] px-1.5 text-left hover:bg-accent-soft"
        >
          <span className="max-w-72 shrink-0 truncate text-accent-text">{name}</span>
          <Value value={typeof name === 'string' && isSecretField(name, value) ? MASK : value} />
        </button>
        {list && value.length > 0 && (
          <button
            type="button"
            aria-label={texts.fields.repeatLabel(name)}
            title={texts.fields.repeatLabel(name)}
            onClick={(event) => actions.onRepeat(steps, event.detail > 0)}
            className="ml-1 flex min-h-6 shrink-0 items-center gap-1 rounded-[4px] bg-sunken px-1.5 font-sans text-label text-ink-2 hover:bg-accent-soft hover:text-accent-text"
          >
            <Repeat2 size={13} aria-hidden />
            {texts.fields.repeat}
          </button>
        )}
      </div>
      {branch && open && (
        <ul className="ml-3 border-l border-line pl-1">
          <Children value={value} steps={steps} {...actions} />
        </ul>
      )}
    </li>
  );
}

function Value({ value }: { value: unknown }) {
  if (Array.isArray(value)) return <span className="text-ink-2">{texts.fields.items(value.length)}</span>;
  if (typeof value === 'object' && value !== null) return <span className="text-ink-2">{'{ }'}</span>;
  const text = withoutSecretValues((JSON.stringify(value) ?? '').slice(0, LOOKED_AT));
  const tone = typeof value === 'string' ? 'text-ok' : value === null ? 'text-ink-2' : 'text-warn';
  return (
    <span className={`truncate ${tone}`}>
      {text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}
    </span>
  );
}
