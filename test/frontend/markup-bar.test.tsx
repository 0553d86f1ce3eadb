import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { MarkupBar } from '../../frontend/src/features/editor/markup-bar.tsx';
import { facts, link, type MarkupEdit, prefix, wrap } from '../../frontend/src/features/editor/markup-edits.ts';

afterEach(cleanup);

/** Applies an edit to text in which `[` and `]` enclose the selection. In the result, `|` marks the cursor. */
const edited = (edit: MarkupEdit, marked: string) => {
  const from = marked.indexOf('[');
  const text = marked.replace('[', '').replace(']', '');
  const { insert, cursor, ...at } = edit(text, from, marked.indexOf(']') - 1);
  const result = text.slice(0, at.from) + insert + text.slice(at.to);
  return `${result.slice(0, cursor)}|${result.slice(cursor)}`;
};

describe('a formatting edit', () => {
  it.each<[string, MarkupEdit, string, string]>([
    ['bold around words', wrap('**'), 'a [b] c', 'a **b**| c'],
    ['bold at the cursor', wrap('**'), 'a []c', 'a **|**c'],
    ['a link around words', link, 'see [this]', 'see [this](|)'],
    ['an empty link', link, '[]', '[|]()'],
    ['a list of lines', prefix('- '), 'x\na[b\nc]d', 'x\n- ab\n- c|d'],
    ['a heading', prefix('# '), 'ab[]', '# ab|'],
    ['a table of facts', facts, 'a[]', 'a\n{{#facts}}\nName: |\n{{/facts}}\n'],
    ['a table of the selection', facts, '[B: {{b}}]', '{{#facts}}\nB: {{b}}|\n{{/facts}}\n'],
  ])('writes %s', (_, edit, text, expected) => expect(edited(edit, text)).toBe(expected));
});

describe('the formatting bar', () => {
  it('formats by button and by shortcut, while the focus is in its card', () => {
    const done: MarkupEdit[] = [];
    render(
      <>
        <div>
          <MarkupBar onEdit={(edit) => done.push(edit)} />
          <textarea aria-label="Template" />
        </div>
        <textarea aria-label="Elsewhere" />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Italic' }));
    expect(fireEvent.keyDown(screen.getByLabelText('Template'), { code: 'KeyB', ctrlKey: true })).toBe(false);
    fireEvent.keyDown(screen.getByLabelText('Template'), { code: 'KeyT', ctrlKey: true, altKey: true });
    fireEvent.keyDown(screen.getByLabelText('Elsewhere'), { code: 'KeyB', ctrlKey: true });
    fireEvent.keyDown(screen.getByLabelText('Template'), { code: 'KeyB' });
    fireEvent.keyDown(screen.getByLabelText('Template'), { code: 'KeyT', ctrlKey: true });
    expect(done.map((edit) => edit('a', 0, 1).insert)).toEqual(['_a_', '**a**', '{{#facts}}\na\n{{/facts}}\n']);
  });
});
