import type { Expression } from './expression.ts';
import { type SectionName, sectionNames } from './rich/reserved.ts';
import type { Token } from './tokens.ts';

/** A tag as written in the template, before blocks are matched. */
export type Node = TextNode | ValueNode | EachNode | IfNode | SectionNode;

interface TextNode {
  kind: 'text';
  text: string;
}
export interface ValueNode {
  kind: 'value';
  expression: Expression;
  /** Offset of its `{{`. */
  at: number;
  /** `{{& … }}`: its text is a part of the template, and so read as Markdown. */
  isMarkup?: true;
}
/** The places of its expression and its `}}`; for a close tag, of the name's `/`. */
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
  /** `compared`: the paths in a condition that are compared with something. */
  branches: { condition: Expression; compared: Expression[]; body: Node[] }[];
  otherwise: Node[];
}

/** The bytes behind a text in base64. */
export interface Tag {
  type: 'value' | 'comment' | 'each' | 'if' | 'else' | 'else-if' | 'section' | 'close';
  /** Offset of `{{` and of what follows `}}`. */
  start: number;
  end: number;
  trimBefore: boolean;
  trimAfter: boolean;
  /**
   * Scans one expression into tokens exactly as the JSONata 2.2.2 tokenizer would. It also knows our sugar: `==`, a
   * leading `.`, `//` (to reject it) and `\( )` inside double quotes.
   */
  contentStart: number;
  contentEnd: number;
  /** Of a close tag or a section. */
  name?: string;
  /** Of a value tag: `{{& … }}`. */
  isMarkup?: true;
  tokens: Token[];
}

/** The template cut into text and tags. */
export type Piece = { text: string; start: number } | Tag;
