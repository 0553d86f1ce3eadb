import { MoveDown, MoveUp } from 'virtual:icons';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Line, MAX_LINES } from '../../../../lambdas/templates/editor/choices.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { checkboxLook, inputLook } from '../../ui/field.tsx';
import { improveTexts as texts } from './improve-texts.ts';

/** Number of values shown at first. */
const AT_ONCE = 24;

type Direction = 'up' | 'down';

/** A list of a call's values. Ticked ones are in the message, in this order and with these labels. */
export function ChoiceList({ lines, onChange }: { lines: readonly Line[]; onChange(lines: readonly Line[]): void }) {
  const list = useRef<HTMLOListElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [moved, setMoved] = useState<{ index: number; to: Direction; place: number }>();
  const told = lines.flatMap(({ isTold }, index) => (isTold ? [index] : []));
  const shown = isWhole ? lines.length : Math.max((told.at(-1) ?? -1) + 1, AT_ONCE);

  // The browser drops the focus of an element that moves, so it returns to the button, or at the end to the other one.
  useLayoutEffect(() => {
    if (!moved) return;
    const buttons = [...(list.current?.children[moved.index]?.querySelectorAll('button') ?? [])];
    (moved.to === 'up' ? buttons : buttons.toReversed()).find(({ disabled }) => !disabled)?.focus();
  }, [moved]);

  const change = (index: number, part: Partial<Line>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  const move = (index: number, to: Direction) => {
    const place = told.indexOf(index) + (to === 'up' ? -1 : 1);
    const other = told[place];
    const [line, next] = [lines[index], other === undefined ? undefined : lines[other]];
    if (other === undefined || !line || !next) return;
    onChange(lines.map((each, at) => (at === index ? next : at === other ? line : each)));
    setMoved({ index: other, to, place: place + 1 });
  };

  return (
    <section aria-labelledby="choice-list" className="min-w-0">
      <div className="flex items-center justify-between">
        <h3 id="choice-list" className="font-medium">
          {texts.values}
        </h3>
        <Button
          size="small"
          tone="link"
          disabled={told.length === 0}
          onClick={() => onChange(lines.map((line) => ({ ...line, isTold: false })))}
        >
          {texts.untick}
        </Button>
      </div>
      <p className="mb-2 text-meta text-ink-2">{texts.valuesHint}</p>
      <ol ref={list} aria-labelledby="choice-list" className="divide-y divide-line rounded-control border border-line">
        {lines.slice(0, shown).map((line, index) => {
          const name = line.label || line.said.slice(0, 40);
          return (
            <li key={line.text} className="flex items-center gap-2 px-2.5 py-1.5">
              <input
                type="checkbox"
                className={checkboxLook}
                aria-label={texts.show(name)}
                checked={line.isTold}
                disabled={!line.isTold && told.length >= MAX_LINES}
                onChange={({ target }) => change(index, { isTold: target.checked })}
              />
              <input
                type="text"
                className={`${inputLook} !h-8 !w-36 shrink-0 !px-2`}
                aria-label={texts.labelOf(name)}
                placeholder={texts.noLabel}
                maxLength={100}
                value={line.label}
                // Naming a value means that it is wanted.
                onChange={({ target }) =>
                  change(index, { label: target.value, isTold: line.isTold || told.length < MAX_LINES })
                }
              />
              <span className="min-w-0 flex-1 truncate text-ink-2" title={line.said.slice(0, 300)}>
                {line.said.slice(0, 300)}
              </span>
              <span className="flex shrink-0">
                {(['up', 'down'] as const).map((to) => (
                  <IconButton
                    key={to}
                    small
                    label={texts.move[to](name)}
                    disabled={!line.isTold || index === (to === 'up' ? told[0] : told.at(-1))}
                    onClick={() => move(index, to)}
                  >
                    {to === 'up' ? <MoveUp size={16} aria-hidden /> : <MoveDown size={16} aria-hidden />}
                  </IconButton>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {moved && texts.moved(moved.place, told.length)}
      </p>
      {shown < lines.length && (
        <Button size="small" tone="link" className="mt-1" onClick={() => setWhole(true)}>
          {texts.more(lines.length - shown)}
        </Button>
      )}
    </section>
  );
}
