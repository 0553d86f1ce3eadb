import type { Expression } from './expression.ts';
import { type SectionName, sectionNames } from './rich/reserved.ts';
import type { Token } from './tokens.ts';

/** A node in the tree of a compiled template. Offsets count UTF-16 units from the template's start. */
export type Node = TextNode | ValueNode | EachNode | IfNode | SectionNode;

interface TextNode {
  kind: 'text';
  text: string;
}
export interface ValueNode {
  kind: 'value';
  expression: Expression;
  /** Offset of the tag's `{{`. */
  at: number;
  /** True for `{{& … }}`, whose value is parsed as Markdown like the template itself. */
  isMarkup?: true;
}
/** A section of a rich message, such as the title. In a plain message, it is printed in place. */
export interface SectionNode {
  kind: 'section';
  name: SectionName;
  body: Node[];
}

export const isSectionName = (name: string | undefined): name is SectionName =>
  sectionNames.some((each) => each === name);

export interface EachNode {
  kind: 'each';
  expression: Expression;
  /** The `$name` of `as $name`, without `$`. */
  as: string | undefined;
  body: Node[];
  otherwise: Node[];
}
export interface IfNode {
  kind: 'if';
  /** `compared` contains the paths that the condition compares with a value. */
  branches: { condition: Expression; compared: Expression[]; body: Node[] }[];
  otherwise: Node[];
}

/** A tag as written in the template, before blocks are matched. */
export interface Tag {
  type: 'value' | 'comment' | 'each' | 'if' | 'else' | 'else-if' | 'section' | 'close';
  /** Offset of `{{` and of the text after `}}`. */
  start: number;
  end: number;
  trimBefore: boolean;
  trimAfter: boolean;
  /** Offsets of the tag's expression and of its `}}`. A closing tag's content starts at the `/`. */
  contentStart: number;
  contentEnd: number;
  /** The name in a section tag or a closing tag. */
  name?: string;
  /** True for `{{& … }}`. */
  isMarkup?: true;
  tokens: Token[];
}

/** A piece of a template: text or a tag. */
export type Piece = { text: string; start: number } | Tag;
