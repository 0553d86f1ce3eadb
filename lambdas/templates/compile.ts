import { MAX_TEMPLATE } from '#contract/bounds';
import { comparedIn } from './compared.ts';
import { TemplateFailure } from './errors.ts';
import { type Expression, prepare } from './expression.ts';
import type { SectionName } from './rich/reserved.ts';
import type { IfNode, Node, Piece, Tag } from './syntax.ts';
import { cutIntoTags } from './tags.ts';
import { isTextMode } from './text-mode.ts';
import { scan } from './tokens.ts';
import { tidyWhitespace } from './whitespace.ts';

export const MAX_NESTING = 10;

type Compiled =
  | { mode: 'text'; nodes: Node[] }
  | { mode: 'expression'; expression: Expression }
  | { mode: 'failed'; failure: TemplateFailure };

/** Compiles a template. Errors are part of the result, so they are cached too. Never throws. */
export function compile(template: string): Compiled {
  try {
    if (template.length > MAX_TEMPLATE) throw new TemplateFailure('E2004', 0);
    if (template.trim() === '') throw new TemplateFailure('E1000', 0);
    if (isTextMode(template)) return { mode: 'text', nodes: compileText(template) };
    const { tokens } = scan(template, 0, 'text');
    return { mode: 'expression', expression: prepare(template, tokens, 0, template.length) };
  } catch (failure) {
    if (failure instanceof TemplateFailure) return { mode: 'failed', failure };
    return { mode: 'failed', failure: new TemplateFailure(failure instanceof RangeError ? 'E2006' : 'E9000', 0) };
  }
}

function compileText(template: string): Node[] {
  const pieces = cutIntoTags(template);
  tidyWhitespace(pieces, template);
  return new Builder(template).build(pieces);
}

/**
 * Returns a template's errors that can be found without a payload: the error in its structure, or otherwise the errors
 * in its expressions.
 */
export function failuresOf(template: string): TemplateFailure[] {
  const compiled = compile(template);
  if (compiled.mode !== 'failed') return [];
  try {
    if (!isTextMode(template) || template.length > MAX_TEMPLATE) return [compiled.failure];
    const found = new Builder(template).check(cutIntoTags(template));
    return found.length > 0 ? found : [compiled.failure];
  } catch {
    return [compiled.failure];
  }
}

/** An open block. `into` is the list to which its next nodes are added. */
interface Block {
  type: 'root' | 'each' | 'if' | SectionName;
  tag: Tag | undefined;
  into: Node[];
  hadElse: boolean;
  otherwise: Node[];
  node: IfNode | undefined;
}

class Builder {
  private readonly template: string;
  private readonly blocks: Block[] = [];
  /**
   * Functions that prepare the expressions. They run once all tags match, so an error in a block is reported before
   * errors in its content.
   */
  private readonly later: (() => void)[] = [];

  constructor(template: string) {
    this.template = template;
  }

  build(pieces: Piece[]): Node[] {
    const nodes = this.match(pieces);
    for (const prepareNow of this.later) prepareNow();
    return nodes;
  }

  /** Returns the failures of all expressions. @throws TemplateFailure if the structure is invalid */
  check(pieces: Piece[]): TemplateFailure[] {
    this.match(pieces);
    return this.later.flatMap((prepareNow) => {
      try {
        prepareNow();
        return [];
      } catch (failure) {
        return failure instanceof TemplateFailure ? [failure] : [];
      }
    });
  }

  private match(pieces: Piece[]): Node[] {
    const root: Block = { type: 'root', tag: undefined, into: [], hadElse: false, otherwise: [], node: undefined };
    const nodes = root.into;
    this.blocks.push(root);
    for (const piece of pieces) {
      if ('type' in piece) this.tag(piece);
      else if (piece.text !== '') this.block.into.push({ kind: 'text', text: piece.text });
    }
    const { tag } = this.block;
    if (tag) throw new TemplateFailure('E1004', tag.start);
    return nodes;
  }

  private get block(): Block {
    return this.blocks.at(-1) as Block;
  }

  private tag(tag: Tag) {
    switch (tag.type) {
      case 'comment':
        return;
      case 'value':
        return this.value(tag);
      case 'each':
        return this.each(tag);
      case 'if':
        return this.if(tag);
      case 'else':
        return this.else(tag);
      case 'else-if':
        return this.elseIf(tag);
      case 'section':
        return this.section(tag);
      case 'close':
        return this.close(tag);
    }
  }

  private expression({ tokens, contentStart, contentEnd }: Tag, set: (expression: Expression) => void): void {
    this.later.push(() => set(prepare(this.template, tokens, contentStart, contentEnd)));
  }

  private value(tag: Tag): void {
    const node = { kind: 'value', at: tag.start, ...(tag.isMarkup && { isMarkup: true }) } as Extract<
      Node,
      { kind: 'value' }
    >;
    this.expression(tag, (expression) => {
      node.expression = expression;
    });
    this.block.into.push(node);
  }

  private each(tag: Tag): void {
    const [as, variable] = tag.tokens.slice(-2);
    const named = tag.tokens.length > 2 && as?.kind === 'name' && as.text === 'as' && variable?.kind === 'variable';
    const node = { kind: 'each', as: named ? variable.text : undefined, body: [], otherwise: [] } as unknown as Extract<
      Node,
      { kind: 'each' }
    >;
    const source = named ? { ...tag, tokens: tag.tokens.slice(0, -2), contentEnd: as.start } : tag;
    this.expression(source, (expression) => {
      node.expression = expression;
    });
    this.open('each', tag, node, node.body, node.otherwise);
  }

  private if(tag: Tag): void {
    const node: IfNode = { kind: 'if', branches: [], otherwise: [] };
    this.open('if', tag, node, [], node.otherwise);
    this.block.node = node;
    this.branch(tag);
  }

  private section(tag: Tag): void {
    const name = tag.name as SectionName;
    const node: Node = { kind: 'section', name, body: [] };
    this.open(name, tag, node, node.body, []);
  }

  private open(type: Block['type'], tag: Tag, node: Node, into: Node[], otherwise: Node[]): void {
    if (this.blocks.length > MAX_NESTING) throw new TemplateFailure('E2006', tag.start);
    this.block.into.push(node);
    this.blocks.push({ type, tag, into, hadElse: false, otherwise, node: undefined });
  }

  private branch(tag: Tag): void {
    const { block } = this;
    const branch = { compared: [], body: [] as Node[] } as unknown as IfNode['branches'][number];
    this.expression(tag, (expression) => {
      branch.condition = expression;
      branch.compared = comparedIn(this.template, tag.tokens);
    });
    block.node?.branches.push(branch);
    block.into = branch.body;
  }

  private else(tag: Tag): void {
    const { block } = this;
    if ((block.type !== 'each' && block.type !== 'if') || block.hadElse) throw new TemplateFailure('E1006', tag.start);
    block.hadElse = true;
    block.into = block.otherwise;
  }

  private elseIf(tag: Tag): void {
    if (this.block.type !== 'if' || this.block.hadElse) throw new TemplateFailure('E1006', tag.start);
    this.branch(tag);
  }

  private close(tag: Tag): void {
    if (this.block.type !== tag.name) throw new TemplateFailure('E1003', tag.start);
    this.blocks.pop();
  }
}

const cache = new Map<string, Compiled>();
const MAX_CACHED = 500;
/** Maximum total length of cached templates, in UTF-16 units. A compiled one takes up to 100 bytes per unit. */
const MAX_CACHED_LENGTH = 200_000;
let cachedLength = 0;

/** Returns the compiled form of a template. The most recently used ones are cached. */
export function compiledOf(template: string): Compiled {
  const known = cache.get(template);
  if (known) {
    cache.delete(template);
    cache.set(template, known);
    return known;
  }
  const compiled = compile(template);
  cache.set(template, compiled);
  cachedLength += template.length;
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED && cachedLength <= MAX_CACHED_LENGTH) break;
    cache.delete(oldest);
    cachedLength -= oldest.length;
  }
  return compiled;
}
