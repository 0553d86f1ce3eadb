import type { Expression } from './expression.ts';
import type { Token } from './tokens.ts';

/** A compiled template is a tree of these. Offsets count UTF-16 units from the start of the template. */
export type Node = TextNode | ValueNode | EachNode | IfNode;

interface TextNode {
  kind: 'text';
  text: string;
}
export interface ValueNode {
  kind: 'value';
  expression: Expression;
  /** Offset of its `{{`. */
  at: number;
}
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

/** A tag as it stands in the template, before blocks are matched. */
export interface Tag {
  type: 'value' | 'comment' | 'each' | 'if' | 'else' | 'else-if' | 'close';
  /** Offset of `{{` and of what follows `}}`. */
  start: number;
  end: number;
  trimBefore: boolean;
  trimAfter: boolean;
  /** Where its expression stands, and its `}}`; for a close tag the name's `/`. */
  contentStart: number;
  contentEnd: number;
  /** For a close tag: each or if. */
  name?: string;
  tokens: Token[];
}

/** The template cut into text and tags. */
export type Piece = { text: string; start: number } | Tag;
