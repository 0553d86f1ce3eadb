import type { Insertion } from './insertion.ts';

/** Changes a template at the cursor or around the selection. */
export type MarkupEdit = (template: string, from: number, to: number) => Insertion;

/** Puts a mark on both sides of the selection. If nothing is selected, the cursor moves between the marks. */
export const wrap =
  (mark: string): MarkupEdit =>
  (template, from, to) => {
    const selected = template.slice(from, to);
    const insert = mark + selected + mark;
    return { from, to, insert, cursor: from + (selected === '' ? mark.length : insert.length) };
  };

/** Turns the selection into a link's text; the cursor moves to its URL. */
export const link: MarkupEdit = (template, from, to) => {
  const words = template.slice(from, to);
  const insert = `[${words}]()`;
  return { from, to, insert, cursor: from + (words === '' ? 1 : insert.length - 1) };
};

/** Puts a sign at the start of every selected line. */
export const prefix =
  (sign: string): MarkupEdit =>
  (template, from, to) => {
    const start = template.lastIndexOf('\n', from - 1) + 1;
    const insert = template.slice(start, to).replace(/^/gm, sign);
    return { from: start, to, insert, cursor: start + insert.length };
  };

/** Inserts a `#facts` block with the selection, or with an empty row. */
export const facts: MarkupEdit = (template, from, to) => {
  const newLine = from === 0 || template[from - 1] === '\n' ? '' : '\n';
  const head = `${newLine}{{#facts}}\n`;
  const row = template.slice(from, to) || 'Name: ';
  return { from, to, insert: `${head}${row}\n{{/facts}}\n`, cursor: from + head.length + row.length };
};
