import type { Block, Item, RichMessage, Run } from '../../../lambdas/templates/rich/tree.ts';

/*
 * Rich text of Block Kit (docs.slack.dev/reference/block-kit/blocks/rich-text-block). All its texts are literal, so
 * nothing needs escaping and nothing can mention anyone.
 */
/** A date in the reader's time zone. */
export const DATE_FORMAT = '{date_num} {time}';

interface Element {
  type: 'text' | 'link' | 'date';
  [field: string]: unknown;
}

/** Converts a message to one rich text block, which is never empty. */
export const richText = ({ title, link, blocks, facts = [], buttons = [] }: RichMessage) => {
  const writer = new Writer();
  if (title) writer.line(title.map((run) => ({ ...run, bold: true, ...(link !== undefined && { link }) })));
  blocks.forEach((block, index) => {
    writer.block(block, index > 0 && blocks[index - 1]?.kind !== 'list');
  });
  facts.forEach(({ label, runs }, index) => {
    if (index === 0 && blocks.length > 0) writer.gap();
    writer.line([...(label === '' ? [] : [{ text: `${label}: `, bold: true as const }]), ...runs]);
  });
  if (buttons.length > 0) {
    if (blocks.length > 0 || facts.length > 0) writer.gap();
    // Block Kit buttons send a request to the app, which would have to respond, so buttons become links.
    writer.line(
      buttons.flatMap(({ label, url }, at) => [...(at > 0 ? [{ text: '  ·  ' }] : []), { text: label, link: url }]),
    );
  }
  return { type: 'rich_text', elements: writer.result() };
};

class Writer {
  private readonly elements: object[] = [];
  /** The current section. Its lines are separated by line breaks in the text. */
  private section: Element[] = [];

  line(runs: readonly Run[]): void {
    if (this.section.length > 0) this.add('\n');
    this.section.push(...runs.map(elementOf));
  }

  gap(): void {
    if (this.section.length > 0) this.add('\n');
  }

  block(block: Block, apart: boolean): void {
    switch (block.kind) {
      case 'code':
        this.own({ type: 'rich_text_preformatted', elements: [{ type: 'text', text: block.text }] });
        break;
      case 'quote':
        this.own({ type: 'rich_text_quote', elements: block.runs.map(elementOf) });
        break;
      case 'list':
        for (const items of alike(block.items)) this.own(list(items));
        break;
      case 'rule':
        this.line([{ text: '———' }]);
        break;
      default:
        if (apart) this.gap();
        this.line(block.kind === 'heading' ? block.runs.map((run) => ({ ...run, bold: true })) : block.runs);
    }
  }

  result(): object[] {
    this.flush();
    return this.elements.length > 0
      ? this.elements
      : [{ type: 'rich_text_section', elements: [{ type: 'text', text: ' ' }] }];
  }

  private add(text: string): void {
    const last = this.section.at(-1);
    if (last?.type === 'text' && last.style === undefined) last.text = `${String(last.text)}${text}`;
    else this.section.push({ type: 'text', text });
  }

  private own(element: object): void {
    this.flush();
    this.elements.push(element);
  }

  private flush(): void {
    if (this.section.length > 0) this.elements.push({ type: 'rich_text_section', elements: this.section });
    this.section = [];
  }
}

const elementOf = ({ text, bold, italic, strike, code, link, time }: Run): Element => {
  const look = { ...(bold && { bold }), ...(italic && { italic }), ...(strike && { strike }), ...(code && { code }) };
  const style = Object.keys(look).length > 0 && { style: look };
  if (time !== undefined && !code)
    return {
      type: 'date',
      timestamp: time,
      format: DATE_FORMAT,
      fallback: text,
      ...(bold && { style: { bold } }),
    };
  if (link !== undefined) return { type: 'link', url: link, text, ...style };
  return { type: 'text', text, ...style };
};

/** Groups items with the same depth and kind of marker, because a Block Kit list can have only one of each. */
function alike(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1)?.at(-1);
    const goesOn = last?.depth === item.depth && (last.number === undefined) === (item.number === undefined);
    if (goesOn) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups;
}

const list = (items: readonly Item[]) => {
  const [{ depth = 0, number = undefined } = {}] = items;
  return {
    type: 'rich_text_list',
    style: number === undefined ? 'bullet' : 'ordered',
    ...(depth > 0 && { indent: depth }),
    ...(number !== undefined && number > 1 && { offset: number - 1 }),
    elements: items.map(({ runs }) => ({ type: 'rich_text_section', elements: runs.map(elementOf) })),
  };
};
