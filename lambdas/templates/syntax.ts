import type { Expression } from './expression.ts';
import { type SectionName, sectionNames } from './rich/reserved.ts';
import type { Token } from './tokens.ts';

/** A compiled template is a tree of these. Offsets count UTF-16 units from the template's start. */
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
/** A part with its own place in a rich message; in a plain one it is printed where it is. */
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

/** A tag as written in the template, before blocks are matched. */
export interface Tag {
  type: 'value' | 'comment' | 'each' | 'if' | 'else' | 'else-if' | 'section' | 'close';
  /** Offset of `{{` and of the text after `}}`. */
  start: number;
  end: number;
  trimBefore: boolean;
  trimAfter: boolean;
  /** The places of its expression and its `}}`; for a close tag, of the name's `/`. */
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
