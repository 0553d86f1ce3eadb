import { markOf } from '../../../lambdas/templates/rich/markdown.ts';
import { signBefore } from '../../../lambdas/templates/rich/severity-looks.ts';
import type { Block, RichMessage, Run } from '../../../lambdas/templates/rich/tree.ts';

/**
 * A formatted range of a text. Offsets count UTF-16 units (core.telegram.org/bots/api#messageentity). Unlike markup,
 * ranges cannot be malformed by the text.
 */
interface Entity {
  type: 'bold' | 'italic' | 'strikethrough' | 'code' | 'pre' | 'text_link' | 'blockquote';
  offset: number;
  length: number;
  url?: string;
  language?: string;
}

interface EntityText {
  text: string;
  entities: Entity[];
}

/** The server ignores the entities after the hundredth (tdlib). */
export const MAX_ENTITIES = 100;

/** Adds an invisible character after each @, so Telegram doesn't notify users. */
const withoutCalls = (text: string): string => text.replace(/(?<![\p{L}\p{N}_])@(?=\w|$)/gu, '@\u2060');

const NAME = /(?<![\p{L}\p{N}_])@\w+/gu;

/**
 * Returns plain text that notifies no one in a group. Each user name is formatted as code, which cannot contain a
 * mention, so copied text stays unchanged. Beyond the limit of entities, the whole rest of the text is code.
 */
export const namedText = (text: string): EntityText | { text: string } => {
  const entities = [...text.matchAll(NAME)].slice(0, MAX_ENTITIES).map(
    ({ index: offset, 0: { length } }, at): Entity => ({
      type: 'code',
      offset,
      length: at === MAX_ENTITIES - 1 ? text.length - offset : length,
    }),
  );
  return entities.length > 0 ? { text, entities } : { text };
};

/** Converts a message to text and entities. Its buttons are separate. */
export const entityText = ({ title, link, place, severity, blocks, facts = [] }: RichMessage): EntityText => {
  const writer = new Writer();
  if (title) {
    writer.add(signBefore(severity));
    writer.runs(title.map((run) => ({ ...run, bold: true, ...(link !== undefined && { link }) })));
    if (place) writer.runs([{ text: ` · ${place}` }]);
  }
  blocks.forEach((block, index) => {
    if (index > 0 || title) writer.add(index > 0 ? '\n\n' : '\n');
    writer.block(block);
  });
  facts.forEach(({ label, runs }, index) => {
    if (index > 0 || title || blocks.length > 0) writer.add(index === 0 && blocks.length > 0 ? '\n\n' : '\n');
    if (label !== '') writer.runs([{ text: `${label}:`, bold: true }, { text: ' ' }]);
    writer.runs(runs);
  });
  return writer.result();
};

class Writer {
  private text = '';
  private readonly entities: Entity[] = [];

  add(text: string): void {
    this.text += text;
  }

  block(block: Block): void {
    switch (block.kind) {
      case 'code':
        this.marked('pre', block.text, block.language === undefined ? {} : { language: block.language });
        break;
      case 'rule':
        this.add('———');
        break;
      case 'list':
        block.items.forEach((item, index) => {
          this.add(`${index > 0 ? '\n' : ''}${markOf(item)}`);
          this.runs(item.runs);
        });
        break;
      case 'quote': {
        const offset = this.text.length;
        this.runs(block.runs);
        this.mark('blockquote', offset);
        break;
      }
      case 'heading':
        this.runs(block.runs.map((run) => ({ ...run, bold: true })));
        break;
      case 'paragraph':
        this.runs(block.runs);
    }
  }

  /** Adds runs. Code and links cannot be nested in each other, and code cannot contain other formatting. */
  runs(runs: readonly Run[]): void {
    for (const { text, bold, italic, strike, code, link } of runs) {
      const offset = this.text.length;
      // Code can't mention anyone.
      const isCode = link === undefined && code;
      this.add(isCode ? text : withoutCalls(text));
      if (isCode) this.mark('code', offset);
      else {
        if (link !== undefined && !link.startsWith('mailto:')) this.mark('text_link', offset, { url: link });
        if (bold) this.mark('bold', offset);
        if (italic) this.mark('italic', offset);
        if (strike) this.mark('strikethrough', offset);
      }
    }
  }

  result(): EntityText {
    const text = this.text.trimEnd();
    const entities = this.entities.filter(({ offset, length }) => offset + length <= text.length);
    return {
      text,
      entities: entities.toSorted((one, other) => one.offset - other.offset || other.length - one.length),
    };
  }

  private marked(type: Entity['type'], text: string, more: Partial<Entity> = {}): void {
    const offset = this.text.length;
    this.add(text);
    this.mark(type, offset, more);
  }

  /** Marks the text from `offset` to the end, without surrounding spaces, which the server would cut off. */
  private mark(type: Entity['type'], offset: number, more: Partial<Entity> = {}): void {
    const marked = this.text.slice(offset);
    const start = offset + (marked.length - marked.trimStart().length);
    const length = marked.trim().length;
    const last = this.entities.at(-1);
    const goesOn = last?.type === type && last.offset + last.length === start && last.url === more.url;
    if (goesOn && type === 'text_link') last.length += length;
    else if (length > 0) this.entities.push({ type, offset: start, length, ...more });
  }
}
